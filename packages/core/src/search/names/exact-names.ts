import type { Tool } from '../../catalog/tool.ts';
import { splitWords } from '../text/split-words.ts';
import { stemWord } from '../text/stem-word.ts';
import { REQUEST_WORDS, STOP_WORDS } from '../text/stop-words.ts';
import { isMeantAsName, isSaidToBeName, standsAlone } from './meant-as-name.ts';
import { type KeptSlots, SlotsByKey } from './slots-by-key.ts';
import { type KeptSpoken, type Spoken, SpokenNames } from './spoken-names.ts';
import { eachWritten } from './written-names.ts';

/** A request with more words than this is not the name of a tool or a server. */
const MOST_NAME_WORDS = 9;
const LONGEST_NAME = 200;
const DOT = 46;
const SLASH = 47;
const COLON = 58;
const NONE: readonly number[] = [];
/** A mark within or before a word, a change of case, or anything that is not plain: what may be a name of several words. */
const PUT_TOGETHER_IN_TEXT = /[^\0-\x7f]|[^\s\w](?=\w)|_|[a-z][A-Z]|[A-Z]{2}|\d/;

/**
 * How a query names a tool, from the surest: it is the name; the name is written in it, as nobody writes ordinary
 * words; the words of the name are said in it, one after another; it has the same words, in other forms or another
 * order, or together with the server's.
 */
export type Naming = 'whole' | 'written' | 'said' | 'words';
export const SURENESS: Readonly<Record<Naming, number>> = { whole: 4, written: 3, said: 2, words: 1 };

/** What `kept` gives. Plain data: it saves taking the names of thousands of tools apart again. */
export interface KeptNames {
  readonly byName: KeptSlots;
  readonly byWords: KeptSlots;
  readonly servers: KeptSlots;
  readonly spoken: KeptSpoken;
}

export interface NamedIn {
  readonly toolAt: (slot: number) => Tool | undefined;
  /** Whether nobody would say this word but to name what it is the name of. */
  readonly isOnlyAName: (word: string, named: number) => boolean;
}

/** Looks up tools and servers by what they are called, however it is written. */
export class ExactNames {
  readonly #byName = new SlotsByKey();
  readonly #byWords = new SlotsByKey();
  readonly #servers = new SlotsByKey();
  readonly #spoken = new SpokenNames();
  readonly #catalog: NamedIn;
  /** Many tools share a server; its name is split once. */
  readonly #spokenServers = new Map<string, string>();

  constructor(catalog: NamedIn) {
    this.#catalog = catalog;
  }

  /** `keys`: what `keysOf` gave for this tool before, where a snapshot kept it. */
  add(slot: number, tool: Tool, keys = this.keysOf(tool)): void {
    this.#byName.add(tool.name.toLowerCase(), slot);
    this.#servers.add(this.#spokenServer(tool.server), slot);
    this.#spoken.add(slot, wordsOf(tool.name));
    for (const key of keys) this.#byWords.add(key, slot);
  }

  remove(slot: number, tool: Tool): void {
    this.#byName.remove(tool.name.toLowerCase(), slot);
    this.#servers.remove(this.#spokenServer(tool.server), slot);
    this.#spoken.remove(slot, wordsOf(tool.name));
    for (const key of this.keysOf(tool)) this.#byWords.remove(key, slot);
  }

  /** The words a tool goes by, each set of them as one text. */
  keysOf(tool: Tool): readonly string[] {
    return [...wordKeys(tool)];
  }

  kept(): KeptNames {
    return {
      byName: this.#byName.kept(),
      byWords: this.#byWords.kept(),
      servers: this.#servers.kept(),
      spoken: this.#spoken.kept(),
    };
  }

  /** Takes over what `kept` gave. Only where nothing was added yet. */
  restore({ byName, byWords, servers, spoken }: KeptNames): void {
    this.#byName.restore(byName);
    this.#byWords.restore(byWords);
    this.#servers.restore(servers);
    this.#spoken.restore(spoken);
  }

  #spokenServer(server: string): string {
    let said = this.#spokenServers.get(server);
    if (said === undefined) {
      said = spokenOf(server);
      this.#spokenServers.set(server, said);
    }
    return said;
  }

  /** The tools that a query names, and how. `words` are the query's. */
  named(query: string, words: readonly string[]): ReadonlyMap<number, Naming> {
    const found = new Map<number, Naming>();
    const whole = query.trim();
    for (const slot of this.#written(whole.toLowerCase())) found.set(slot, 'whole');
    if (found.size > 0) return found;
    if (couldBeName(whole)) this.#addWhole(words, found);
    const spoken = this.#spoken.find(words);
    if (this.#mayHoldName(whole, words)) this.#addWritten(whole, words, spoken, found);
    this.#addSaid(whole, words, spoken, found);
    return found;
  }

  /** The tools of the server that the whole query is the name of. */
  ofServer(query: string, words: readonly string[]): readonly number[] {
    return couldBeName(query) ? this.#servers.get(words.join(' ')) : NONE;
  }

  /** Most requests are plain words, none of them a name: then nothing in them has to be looked at letter by letter. */
  #mayHoldName(text: string, words: readonly string[]): boolean {
    if (PUT_TOGETHER_IN_TEXT.test(text)) return true;
    for (const word of words) if (this.#byName.get(word).length > 0) return true;
    return false;
  }

  #addWhole(words: readonly string[], found: Map<number, Naming>): void {
    const said = words.join(' ');
    for (const slot of this.#byWords.get(keyOfWords(words))) {
      found.set(slot, this.#isCalled(slot, said) ? 'whole' : 'words');
    }
  }

  #addWritten(text: string, words: readonly string[], spoken: readonly Spoken[], found: Map<number, Naming>): void {
    eachWritten(text, (start, end, lower) => {
      if (lower.length > LONGEST_NAME || lower.length === text.length) return;
      let at = start;
      let slots = this.#written(lower);
      // Some names begin with a slash or the like: `/search`.
      if (slots.length === 0 && at > 0 && text[at - 1] !== ' ') slots = this.#written(text[--at] + lower);
      if (slots.length === 0 || (!standsAlone(text, at, end) && isPartOf(text.slice(at, end), words, spoken))) return;
      if (!isMeantAsName(text, at, end) && !this.#catalog.isOnlyAName(lower, slots.length)) return;
      for (const slot of slots) note(found, slot, 'written');
    });
  }

  #addSaid(text: string, words: readonly string[], spoken: readonly Spoken[], found: Map<number, Naming>): void {
    if (spoken.length === 0) return;
    const written: string[] = [];
    for (const [slot, naming] of found) {
      if (naming !== 'words') written.push(` ${spokenOf(this.#catalog.toolAt(slot)?.name ?? '')} `);
    }
    for (const { from, to, slots } of spoken) {
      const name = words.slice(from, to);
      // `create_issue_comment` does not say "create issue".
      const said = ` ${name.join(' ')} `;
      if (written.some((longer) => longer !== said && longer.includes(said))) continue;
      const naming = this.#howSaid(text, name, slots);
      if (naming) for (const slot of slots) note(found, slot, naming);
    }
  }

  /**
   * Words that are said to be a name are one. In passing, they name a tool only where no other is called so: several
   * are a kind of tool ("a QR code") more often than one of them. Courtesy, such as `get_it`, is never a name in passing.
   */
  #howSaid(text: string, name: readonly string[], slots: readonly number[]): Naming | undefined {
    const written = this.#catalog.toolAt(slots[0] ?? -1)?.name ?? '';
    if (isSaidIn(text, written) || isSaidIn(text, name.join(' '))) return 'written';
    return slots.length === 1 && name.some(isTelling) ? 'said' : undefined;
  }

  #isCalled(slot: number, said: string): boolean {
    const tool = this.#catalog.toolAt(slot);
    return tool !== undefined && (spokenOf(tool.name) === said || spokenOf(`${tool.server} ${tool.name}`) === said);
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
        if (this.#catalog.toolAt(slot)?.server.toLowerCase() === server) found.push(slot);
      }
    }
    return found;
  }
}

function note(found: Map<number, Naming>, slot: number, naming: Naming): void {
  const known = found.get(slot);
  if (!known || SURENESS[known] < SURENESS[naming]) found.set(slot, naming);
}

/** Whether a name is only a part of a longer one that the words say: of "the list of sources tool", `sources` is. */
function isPartOf(name: string, words: readonly string[], spoken: readonly Spoken[]): boolean {
  if (spoken.length === 0) return false;
  const own = splitWords(name);
  const said = ` ${own.join(' ')} `;
  return spoken.some(({ from, to }) => to - from > own.length && ` ${words.slice(from, to).join(' ')} `.includes(said));
}

function isSaidIn(text: string, name: string): boolean {
  const at = name === '' ? -1 : text.toLowerCase().indexOf(name.toLowerCase());
  return at >= 0 && isSaidToBeName(text, at, at + name.length);
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

function isTelling(word: string): boolean {
  return !STOP_WORDS.has(word) && !REQUEST_WORDS.has(word);
}

function wordKeys(tool: Tool): Set<string> {
  return new Set([wordKey(tool.name), wordKey(`${tool.server} ${tool.name}`), ...tool.aliases.map(wordKey)]);
}

/** The stems of a name, sorted, each once: "get google drive document" and `google-drive/getDocument` have one key. */
function wordKey(name: string): string {
  return keyOfWords(wordsOf(name));
}

function keyOfWords(words: readonly string[]): string {
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return [...new Set((telling.length > 0 ? telling : words).map(stemWord))].sort().join(' ');
}

function spokenOf(name: string): string {
  return wordsOf(name).join(' ');
}

function wordsOf(name: string): string[] {
  return name.length > LONGEST_NAME ? [] : splitWords(name);
}
