import { splitWords } from '../text/split-words.ts';
import { otherNames } from './other-names.ts';

/** Words of server names that say nothing about the product. */
const GENERIC: ReadonlySet<string> = new Set(
  'server servers mcp api apis tool tools search cloud dev app official remote local org ai io com http client service web the my all full'.split(
    ' ',
  ),
);
/** A prefix of tool names is another name of the server when this share of its tools, and at least so many, have it. */
const PREFIX_SHARE = 0.6;
const PREFIX_TOOLS = 3;
/** Strength of a server that is named in part: "google" for `google-maps`. */
const IN_PART = 0.6;
/** "in", "to" or "with" before a name leaves little doubt that it is one. */
const BEFORE_APP: ReadonlySet<string> = new Set(
  'in on from to via with using into at der in dans en su no na'.split(' '),
);
const PHRASE_BONUS = 0.3;
/** How quickly a name loses strength as tools of other servers mention it: "memory" and "line" are ordinary words. */
const COMMON = 12;

export interface SavedServer {
  readonly name: string;
  readonly tools: number;
  /** The number of tools by the first word of their names, for the words that several tools share. */
  readonly prefixes: Readonly<Record<string, number>>;
}

interface Server {
  readonly name: string;
  tools: number;
  readonly prefixes: Map<string, number>;
}

/** The servers that a request names, and how surely: 0 to about 1.3. */
export interface NamedApps {
  /** By server id. */
  readonly strengths: ReadonlyMap<number, number>;
  /** Strength of the server that is named most surely; 0 if none is. */
  readonly best: number;
  /** The words of the request that are names of servers. */
  readonly words: ReadonlySet<string>;
}

const NONE: NamedApps = { strengths: new Map(), best: 0, words: new Set() };

/** Recognizes servers and products in a request, by their names, their usual other names and the prefix of their tools. */
export class NamedServers {
  #servers: Server[] = [];
  readonly #ids = new Map<string, number>();
  /** Number of servers that have tools. */
  #inUse = 0;
  /** Phrases of all servers by their first word; built by the first search after a change. */
  #phrases: Map<string, Phrase[]> | undefined;

  /** Notes a tool of a server; returns the id of the server. */
  add(name: string, toolWord: string): number {
    let id = this.#ids.get(name);
    if (id === undefined) {
      id = this.#servers.length;
      this.#ids.set(name, id);
      this.#servers.push({ name, tools: 0, prefixes: new Map() });
    }
    const server = this.#servers[id] as Server;
    if (server.tools++ === 0) this.#inUse++;
    server.prefixes.set(toolWord, (server.prefixes.get(toolWord) ?? 0) + 1);
    this.#phrases = undefined;
    return id;
  }

  remove(name: string, toolWord: string): void {
    const server = this.#servers[this.#ids.get(name) ?? -1];
    if (!server) return;
    if (--server.tools === 0) this.#inUse--;
    server.prefixes.set(toolWord, (server.prefixes.get(toolWord) ?? 1) - 1);
    this.#phrases = undefined;
  }

  save(): SavedServer[] {
    return this.#servers.map(({ name, tools, prefixes }) => ({
      name,
      tools,
      prefixes: Object.fromEntries([...prefixes].filter(([, count]) => count >= PREFIX_TOOLS)),
    }));
  }

  /** Restores the result of `save`. Call it only before anything was added. */
  restore(saved: readonly SavedServer[]): void {
    this.#servers = saved.map(({ name, tools, prefixes }) => ({
      name,
      tools,
      prefixes: new Map(Object.entries(prefixes)),
    }));
    for (const [id, { name, tools }] of this.#servers.entries()) {
      this.#ids.set(name, id);
      if (tools > 0) this.#inUse++;
    }
  }

  /** `mentions`: the number of tools that contain a word; `total`: the number of all tools. */
  find(words: readonly string[], mentions: (word: string) => number, total: number): NamedApps {
    // With one server there is nothing to prefer, and the words of its name are the words of its tools.
    if (this.#inUse < 2) return NONE;
    this.#phrases ??= this.#allPhrases();
    let strengths: Map<number, number> | undefined;
    let named: Set<string> | undefined;
    let best = 0;
    for (let at = 0; at < words.length; at++) {
      const first = words[at] as string;
      for (const phrase of this.#phrases.get(first) ?? []) {
        const matched = matchedAt(phrase, words, at);
        if (matched === 0) continue;
        const { tools } = this.#servers[phrase.server] as Server;
        let ordinary = 1;
        for (let i = at; i < at + matched; i++) {
          const outside = Math.max(0, mentions(words[i] as string) - tools);
          ordinary = Math.min(ordinary, (COMMON * outside) / (total - tools + 20));
        }
        const whole = matched === phrase.words.length ? 1 : IN_PART;
        const bonus = BEFORE_APP.has(words[at - 1] ?? '') ? PHRASE_BONUS : 0;
        const strength = (1 - ordinary + bonus) * whole;
        if (strength <= 0.05) continue;
        strengths ??= new Map();
        named ??= new Set();
        strengths.set(phrase.server, Math.max(strength, strengths.get(phrase.server) ?? 0));
        best = Math.max(best, strength);
        if (strength >= 0.5) for (let i = at; i < at + matched; i++) named.add(words[i] as string);
      }
    }
    return strengths && named ? { strengths, best, words: named } : NONE;
  }

  #allPhrases(): Map<string, Phrase[]> {
    const phrases = new Map<string, Phrase[]>();
    const add = (server: number, words: readonly string[]): void => {
      const [first] = words;
      if (first === undefined) return;
      const known = phrases.get(first);
      const phrase: Phrase = { server, words };
      if (known) known.push(phrase);
      else phrases.set(first, [phrase]);
    };
    for (const [id, server] of this.#servers.entries()) {
      if (server.tools <= 0) continue;
      const all = splitWords(server.name);
      const own = all.filter((word) => !GENERIC.has(word));
      const words = own.length > 0 ? own : all;
      add(id, words);
      if (words.length > 1) {
        add(id, [words.join('')]);
        // "maps" alone names `google-maps` in part, as "google" does.
        for (const word of words.slice(1)) add(id, [word, '']);
      }
      for (const other of otherNames(words)) add(id, splitWords(other));
      for (const [prefix, count] of server.prefixes) {
        if (count >= PREFIX_TOOLS && count >= PREFIX_SHARE * server.tools && !GENERIC.has(prefix)) add(id, [prefix]);
      }
    }
    return phrases;
  }
}

/** A name of a server. Later words may be missing; then it is named in part. */
interface Phrase {
  readonly server: number;
  readonly words: readonly string[];
}

/** Number of words of the phrase that stand at this position, from its start. */
function matchedAt(phrase: Phrase, words: readonly string[], at: number): number {
  let count = 0;
  while (count < phrase.words.length && words[at + count] === phrase.words[count]) count++;
  return count;
}
