/** A set of characters, as inclusive ranges of character codes; `negated` stands for all others. */
export interface CharacterSet {
  readonly ranges: readonly (readonly [number, number])[];
  readonly negated: boolean;
}

/** The parsed form of a regular expression. */
export type PatternNode =
  | { readonly kind: 'set'; readonly set: CharacterSet }
  | { readonly kind: 'start' | 'end' }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly part: PatternNode; readonly least: number; readonly most: number };

const DIGITS: CharacterSet['ranges'] = [[48, 57]];
const WORD: CharacterSet['ranges'] = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
const SPACES: CharacterSet['ranges'] = [
  [9, 13],
  [32, 32],
  [160, 160],
];
const ANY: CharacterSet = { ranges: [[10, 10]], negated: true };
const CLASSES: Readonly<Record<string, CharacterSet>> = {
  d: { ranges: DIGITS, negated: false },
  D: { ranges: DIGITS, negated: true },
  w: { ranges: WORD, negated: false },
  W: { ranges: WORD, negated: true },
  s: { ranges: SPACES, negated: false },
  S: { ranges: SPACES, negated: true },
};
const CONTROL: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f', v: '\v' };
/** Characters that have a meaning of their own, and any other that may be escaped without one. */
const ESCAPABLE = /[^\p{L}\p{N}]/u;
const MOST_REPETITIONS = 50;
const MOST_DEPTH = 20;

/**
 * Parses the part of JavaScript's regular expressions that needs no backtracking: characters, `.`, sets, escapes, groups,
 * alternatives, `*`, `+`, `?`, `{m,n}`, `^` and `$`. Undefined for everything else, such as look-around and back references.
 */
export function parsePattern(source: string): PatternNode | undefined {
  const parser = new Parser(source);
  const node = parser.choice(0);
  return node && parser.isAtEnd ? node : undefined;
}

class Parser {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#source.length;
  }

  choice(depth: number): PatternNode | undefined {
    if (depth > MOST_DEPTH) return undefined;
    const parts: PatternNode[] = [];
    do {
      const part = this.#sequence(depth);
      if (!part) return undefined;
      parts.push(part);
    } while (this.#takes('|'));
    return parts.length === 1 ? parts[0] : { kind: 'choice', parts };
  }

  #sequence(depth: number): PatternNode | undefined {
    const parts: PatternNode[] = [];
    while (!this.isAtEnd && !'|)'.includes(this.#next)) {
      const atom = this.#atom(depth);
      const part = atom && this.#repeated(atom);
      if (!part) return undefined;
      parts.push(part);
    }
    return { kind: 'sequence', parts };
  }

  #atom(depth: number): PatternNode | undefined {
    const character = this.#take();
    if (character === '^') return { kind: 'start' };
    if (character === '$') return { kind: 'end' };
    if (character === '.') return { kind: 'set', set: ANY };
    if (character === '[') return this.#set();
    if (character === '\\') return this.#escape();
    if (character === '(') {
      if (this.#takes('?') && !this.#takes(':')) return undefined;
      const inner = this.choice(depth + 1);
      return inner && this.#takes(')') ? inner : undefined;
    }
    return '*+?{}]'.includes(character) ? undefined : literal(character);
  }

  #repeated(part: PatternNode): PatternNode | undefined {
    const [least, most] = this.#quantifier() ?? [];
    if (least === undefined || most === undefined) return this.#next === '{' ? undefined : part;
    if (least > MOST_REPETITIONS || (most !== Infinity && most > MOST_REPETITIONS) || least > most) return undefined;
    // Greedy or lazy makes no difference to whether a text matches.
    this.#takes('?');
    if ('*+?{'.includes(this.#next) && !this.isAtEnd) return undefined;
    return part.kind === 'start' || part.kind === 'end' ? undefined : { kind: 'repeat', part, least, most };
  }

  #quantifier(): readonly [number, number] | undefined {
    if (this.#takes('*')) return [0, Infinity];
    if (this.#takes('+')) return [1, Infinity];
    if (this.#takes('?')) return [0, 1];
    const counted = /^\{(\d{1,3})(,?)(\d{0,3})\}/.exec(this.#source.slice(this.#at, this.#at + 10));
    if (!counted) return undefined;
    this.#at += counted[0].length;
    const least = Number(counted[1]);
    return [least, counted[2] === '' ? least : counted[3] === '' ? Infinity : Number(counted[3])];
  }

  #escape(): PatternNode | undefined {
    const character = this.#take();
    const set = CLASSES[character];
    if (set) return { kind: 'set', set };
    const code = escaped(character);
    return code === undefined ? undefined : literal(code);
  }

  #set(): PatternNode | undefined {
    const negated = this.#takes('^');
    const ranges: (readonly [number, number])[] = [];
    while (!this.isAtEnd && this.#next !== ']') {
      const first = this.#member();
      if (!first) return undefined;
      if (typeof first !== 'string') {
        if (first.negated) return undefined;
        ranges.push(...first.ranges);
        continue;
      }
      let last: string | CharacterSet | undefined = first;
      if (this.#next === '-' && this.#source[this.#at + 1] !== ']') {
        this.#take();
        last = this.#member();
      }
      if (typeof last !== 'string' || last < first) return undefined;
      ranges.push([first.charCodeAt(0), last.charCodeAt(0)]);
    }
    return this.#takes(']') ? { kind: 'set', set: { ranges, negated } } : undefined;
  }

  #member(): string | CharacterSet | undefined {
    const character = this.#take();
    if (character !== '\\') return character;
    const letter = this.#take();
    return CLASSES[letter] ?? escaped(letter);
  }

  get #next(): string {
    return this.#source[this.#at] ?? '';
  }

  #take(): string {
    return this.#source[this.#at++] ?? '';
  }

  #takes(character: string): boolean {
    if (this.#source[this.#at] !== character) return false;
    this.#at++;
    return true;
  }
}

function escaped(character: string): string | undefined {
  return CONTROL[character] ?? (character !== '' && ESCAPABLE.test(character) ? character : undefined);
}

function literal(character: string): PatternNode {
  const code = character.charCodeAt(0);
  return { kind: 'set', set: { ranges: [[code, code]], negated: false } };
}
