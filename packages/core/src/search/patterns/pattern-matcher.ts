import { type CharacterSet, type PatternNode, parsePattern } from './parse-pattern.ts';

/** Larger automata are refused: `(a{50}){50}` has few characters. */
const MOST_STATES = 2_000;
/** The cache of state sets is emptied at this size. Matching stays linear without it. */
const MOST_CACHED = 500;
const ASCII = 128;

/** One state of the automaton: reads a character of `set`, or goes on without reading. */
interface State {
  readonly set?: CharacterSet;
  /** Goes on only at the start or the end of the text. */
  readonly only?: 'start' | 'end';
  next: number[];
}

/** A set of states, with the sets that follow it for ASCII characters. */
interface StateSet {
  readonly reading: readonly number[];
  readonly accepts: boolean;
  /** Whether the set accepts if the text ends here. */
  readonly acceptsAtEnd: boolean;
  readonly after: (StateSet | undefined)[];
}

/**
 * Whether a text contains a match, ignoring case. The time is linear in the length of the text: all states are followed at once
 * (Thompson's construction), so that no pattern of a caller can block the process. Undefined for a pattern that
 * `parsePattern` refuses.
 */
export function patternMatcher(source: string): ((text: string) => boolean) | undefined {
  const node = parsePattern(source.toLowerCase() === source ? source : lowered(source));
  if (!node) return undefined;
  const states: State[] = [{ next: [] }];
  const first = build(states, node, 0);
  if (first === undefined) return undefined;
  const automaton = new Automaton(states, first);
  return (text) => automaton.matches(text.toLowerCase());
}

/** Lower case, except for the letter after a backslash: `\D` and `\d` are opposites. */
function lowered(source: string): string {
  return source.replace(/\\[\s\S]|[\s\S]/g, (part) => (part.startsWith('\\') ? part : part.toLowerCase()));
}

/** Adds the states of a node before the state `then`; returns the first of them. State 0 is the end of a match. */
function build(states: State[], node: PatternNode, then: number): number | undefined {
  if (states.length > MOST_STATES) return undefined;
  const add = (state: State): number => states.push(state) - 1;
  switch (node.kind) {
    case 'set':
      return add({ set: node.set, next: [then] });
    case 'start':
    case 'end':
      return add({ only: node.kind, next: [then] });
    case 'sequence': {
      let at: number | undefined = then;
      for (const part of node.parts.toReversed()) at = at === undefined ? undefined : build(states, part, at);
      return at;
    }
    case 'choice': {
      const next = node.parts.map((part) => build(states, part, then));
      return next.includes(undefined) ? undefined : add({ next: next as number[] });
    }
    case 'repeat': {
      let at: number | undefined = then;
      if (node.most === Infinity) {
        const loop = add({ next: [] });
        const inner = build(states, node.part, loop);
        if (inner === undefined) return undefined;
        (states[loop] as State).next = [inner, then];
        at = loop;
      } else {
        for (let i = node.least; i < node.most && at !== undefined; i++) {
          const inner: number | undefined = build(states, node.part, at);
          at = inner === undefined ? undefined : add({ next: [inner, then] });
        }
      }
      for (let i = 0; i < node.least && at !== undefined; i++) at = build(states, node.part, at);
      return at;
    }
  }
}

class Automaton {
  readonly #states: readonly State[];
  readonly #first: number;
  readonly #cache = new Map<string, StateSet>();

  constructor(states: readonly State[], first: number) {
    this.#states = states;
    this.#first = first;
  }

  matches(text: string): boolean {
    let set = this.#setOf([this.#first], true);
    for (let at = 0; at < text.length; at++) {
      if (set.accepts) return true;
      const code = text.charCodeAt(at);
      const known = code < ASCII ? set.after[code] : undefined;
      const following: StateSet = known ?? this.#setOf([...this.#read(set, code), this.#first], false);
      if (code < ASCII) set.after[code] = following;
      set = following;
    }
    return set.accepts || set.acceptsAtEnd;
  }

  #read({ reading }: StateSet, code: number): number[] {
    return reading.flatMap((state) => {
      const { set, next } = this.#states[state] as State;
      return set && holds(set, code) ? next : [];
    });
  }

  /** The states that are reached without reading. */
  #setOf(from: readonly number[], atStart: boolean): StateSet {
    const open = this.#reached(from, atStart, false);
    const key = `${atStart ? '^' : ''}${[...open].sort((a, b) => a - b).join(',')}`;
    const known = this.#cache.get(key);
    if (known) return known;
    const set: StateSet = {
      reading: [...open].filter((state) => this.#states[state]?.set),
      accepts: open.has(0),
      acceptsAtEnd: this.#reached(from, atStart, true).has(0),
      after: [],
    };
    if (this.#cache.size >= MOST_CACHED) this.#cache.clear();
    this.#cache.set(key, set);
    return set;
  }

  #reached(from: readonly number[], atStart: boolean, atEnd: boolean): Set<number> {
    const open = new Set(from);
    for (const state of open) {
      const { set, only, next } = this.#states[state] as State;
      const passes = only === undefined || (only === 'start' ? atStart : atEnd);
      if (!set && passes) for (const following of next) open.add(following);
    }
    return open;
  }
}

function holds({ ranges, negated }: CharacterSet, code: number): boolean {
  return ranges.some(([first, last]) => code >= first && code <= last) !== negated;
}
