import type { Tool } from '../catalog/tool.ts';
import { splitWords } from './text/split-words.ts';
import { stemWord } from './text/stem-word.ts';
import { STOP_WORDS } from './text/stop-words.ts';

/** A name inside a sentence counts when it could not be ordinary prose: `create_issue`, `getDocument`, `github/search`. */
const LOOKS_LIKE_A_NAME = /[_./:-]|[a-z][A-Z]|\d/;
const NAME_IN_TEXT = /[\p{L}\p{N}][\p{L}\p{N}_./:-]*/gu;
const BEYOND_ASCII = /[^\0-\x7f]/;
/** A request with more words than this is not the name of a tool or a server. */
const MOST_NAME_WORDS = 9;
/** Plain one-word names count when the sentence says that a tool is meant: quoted, or "use … to", "the … tool". */
const SAID_BEFORE = /\b(?:use|using|call|run|invoke|execute|tool|command|named|called)\s+(?:the\s+)?$/iu;
const SAID_AFTER = /^(?:\s+(?:tool|command|function)\b)/iu;
const PHRASE_ENDS = /^(?:\s*$|\s*[,.;:!?]|\s+(?:to|for|on|with|and|in|then)\b)/iu;
const QUOTED = /^(?:`[^`]+`|"[^"]+"|'[^']+'|“[^”]+”)$/u;
const DOT = 46;
const SLASH = 47;
const COLON = 58;
const TRAILING_SEPARATORS = /[./:-]+$/;
const LONGEST_NAME = 200;
const NONE: readonly number[] = [];

/** 2: the name itself. 1: the same words, in other forms or another order, or together with the server's. */
export type Exactness = 1 | 2;

/** Looks up tools and servers by what they are called, however it is written. */
export class ExactNames {
  readonly #byName = new SlotsByKey();
  readonly #byWords = new SlotsByKey();
  readonly #servers = new SlotsByKey();
  readonly #toolAt: (slot: number) => Tool | undefined;
  /** Many tools share a server; its name is split once. */
  readonly #spokenServers = new Map<string, string>();

  constructor(toolAt: (slot: number) => Tool | undefined) {
    this.#toolAt = toolAt;
  }

  /** `keys`: what `keysOf` gave for this tool before, where a snapshot kept it. */
  add(slot: number, tool: Tool, keys = this.keysOf(tool)): void {
    this.#byName.add(tool.name.toLowerCase(), slot);
    this.#servers.add(this.#spokenServer(tool.server), slot);
    for (const key of keys) this.#byWords.add(key, slot);
  }

  remove(slot: number, tool: Tool): void {
    this.#byName.remove(tool.name.toLowerCase(), slot);
    this.#servers.remove(this.#spokenServer(tool.server), slot);
    for (const key of this.keysOf(tool)) this.#byWords.remove(key, slot);
  }

  /** The words a tool goes by, each set of them as one text. */
  keysOf(tool: Tool): readonly string[] {
    return [...wordKeys(tool)];
  }

  #spokenServer(server: string): string {
    let said = this.#spokenServers.get(server);
    if (said === undefined) {
      said = spoken(server);
      this.#spokenServers.set(server, said);
    }
    return said;
  }

  /** The tools that a query names: as a whole ("create issue"), or somewhere in it, written as a name. `words` are the query's. */
  named(query: string, words: readonly string[]): ReadonlyMap<number, Exactness> {
    const found = new Map<number, Exactness>();
    const whole = query.trim();
    for (const slot of this.#written(whole.toLowerCase())) found.set(slot, 2);
    if (found.size > 0) return found;
    if (couldBeName(whole)) {
      for (const slot of this.#byWords.get(keyOfWords(words))) {
        found.set(slot, this.#isCalled(slot, words.join(' ')) ? 2 : 1);
      }
    }
    this.#addWritten(whole, found);
    return found;
  }

  #addWritten(text: string, found: Map<number, Exactness>): void {
    if (!BEYOND_ASCII.test(text)) {
      this.#addWrittenPlain(text, found);
      return;
    }
    for (const match of text.matchAll(NAME_IN_TEXT)) {
      const name = match[0].replace(TRAILING_SEPARATORS, '');
      this.#addName(text, match.index, match.index + name.length, name.toLowerCase(), found);
    }
  }

  /** The same for plain text, which is nearly all: a walk over its letters is several times quicker. */
  #addWrittenPlain(text: string, found: Map<number, Exactness>): void {
    const lower = text.toLowerCase();
    for (let at = 0; at < text.length; at++) {
      if (kindAt(text, at) !== LETTER) continue;
      let next = at + 1;
      while (next < text.length && kindAt(text, next) !== 0) next++;
      let end = next;
      while (kindAt(text, end - 1) === SEPARATOR) end--;
      this.#addName(text, at, end, lower.slice(at, end), found);
      at = next;
    }
  }

  #addName(text: string, at: number, end: number, lower: string, found: Map<number, Exactness>): void {
    if (lower.length > LONGEST_NAME || lower.length === text.length) return;
    const slots = this.#written(lower);
    if (slots.length > 0 && isMeantAsName(text, at, end)) for (const slot of slots) found.set(slot, 2);
  }

  /** The tools of the server that the whole query is the name of. */
  ofServer(query: string, words: readonly string[]): readonly number[] {
    return couldBeName(query) ? this.#servers.get(words.join(' ')) : NONE;
  }

  #isCalled(slot: number, said: string): boolean {
    const tool = this.#toolAt(slot);
    return tool !== undefined && (spoken(tool.name) === said || spoken(`${tool.server} ${tool.name}`) === said);
  }

  /** `name`, `server/name`, `server.name` or `server:name`, in lower case. */
  #written(name: string): readonly number[] {
    const direct = this.#byName.get(name);
    if (direct.length > 0 || name.length > LONGEST_NAME) return direct;
    const first = nextSeparator(name, -1);
    if (first === name.length) return direct;
    const found: number[] = [];
    for (let at = first; at > 0 && at < name.length; at = nextSeparator(name, at)) {
      const server = name.slice(0, at);
      for (const slot of this.#byName.get(name.slice(at + 1))) {
        if (this.#toolAt(slot)?.server.toLowerCase() === server) found.push(slot);
      }
    }
    return found;
  }
}

const LETTER = 1;
const SEPARATOR = 2;
const UNDERSCORE = 3;

/** What a character of plain text is to a name; 0: it ends one. */
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-zA-Z0-9]/.test(character)) return LETTER;
  if (/[./:-]/.test(character)) return SEPARATOR;
  return character === '_' ? UNDERSCORE : 0;
});

function kindAt(text: string, at: number): number {
  return KINDS[text.charCodeAt(at)] ?? 0;
}

function couldBeName(text: string): boolean {
  if (text.length > LONGEST_NAME) return false;
  let spaces = 0;
  for (let at = text.indexOf(' '); at !== -1; at = text.indexOf(' ', at + 1)) spaces++;
  return spaces < MOST_NAME_WORDS;
}

/** Where the next slash, dot or colon stands; the end of the text where there is none. */
function nextSeparator(text: string, after: number): number {
  for (let at = after + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === SLASH || code === DOT || code === COLON) return at;
  }
  return text.length;
}

function isMeantAsName(text: string, at: number, end: number): boolean {
  if (LOOKS_LIKE_A_NAME.test(text.slice(at, end))) return true;
  if (at > 0 && QUOTED.test(text.slice(at - 1, end + 1))) return true;
  const after = text.slice(end, end + 12);
  if (SAID_AFTER.test(after)) return true;
  return PHRASE_ENDS.test(after) && SAID_BEFORE.test(text.slice(Math.max(0, at - 20), at));
}

function wordKeys(tool: Tool): Set<string> {
  return new Set([wordKey(tool.name), wordKey(`${tool.server} ${tool.name}`), ...tool.aliases.map(wordKey)]);
}

/** The stems of a name, sorted, each once: "get google drive document" and `google-drive/getDocument` have one key. */
function wordKey(name: string): string {
  return name.length > LONGEST_NAME ? '' : keyOfWords(splitWords(name));
}

function keyOfWords(words: readonly string[]): string {
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return [...new Set((telling.length > 0 ? telling : words).map(stemWord))].sort().join(' ');
}

function spoken(name: string): string {
  return name.length > LONGEST_NAME ? '' : splitWords(name).join(' ');
}

/** Most names belong to one tool, so a plain list is smaller and quicker than a set. */
class SlotsByKey {
  readonly #slots = new Map<string, number[]>();

  get(key: string): readonly number[] {
    return key === '' ? NONE : (this.#slots.get(key) ?? NONE);
  }

  add(key: string, slot: number): void {
    if (key === '') return;
    const slots = this.#slots.get(key);
    if (slots) slots.push(slot);
    else this.#slots.set(key, [slot]);
  }

  remove(key: string, slot: number): void {
    const slots = this.#slots.get(key);
    const at = slots?.indexOf(slot) ?? -1;
    if (!slots || at === -1) return;
    slots.splice(at, 1);
    if (slots.length === 0) this.#slots.delete(key);
  }
}
