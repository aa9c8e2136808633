import type { Tool } from '../../catalog/tool.ts';
import { splitWords } from '../text/split-words.ts';
import { stemWord } from '../text/stem-word.ts';
import { REQUEST_WORDS, STOP_WORDS } from '../text/stop-words.ts';
import { isMarkedAsName, isMeantAsName, standsAlone } from './meant-as-name.ts';
import { isIdentifier, oneEditAway } from './mistyped-names.ts';
import { type SavedSlots, SlotsByKey } from './slots-by-key.ts';
import { type SavedSpokenNames, type SpokenName, SpokenNames } from './spoken-names.ts';
import { eachWritten } from './written-names.ts';

/** A query with more words than this is never looked up as the name of a tool or a server. */
const MOST_NAME_WORDS = 9;
const LONGEST_NAME = 200;
const DOT = 46;
const SLASH = 47;
const COLON = 58;
const NONE: readonly number[] = [];
/** Signs of a compound name: a separator before or inside a word, a change of case, a digit, a non-ASCII letter. */
const COMPOUND_IN_TEXT = /[^\0-\x7f]|[^\s\w](?=\w)|_|[a-z][A-Z]|[A-Z]{2}|\d/;

/**
 * How a query names a tool, from the most to the least certain:
 * - `whole`: the query is the name and nothing else;
 * - `written`: the query contains the name as an identifier (`create_issue`, `createIssue`), marks it as a name ("the
 *   search tool"), or is an identifier that differs from it by one letter;
 * - `said`: the query contains the words of the name in order ("create issue");
 * - `words`: the query has the same stems in any order, with or without those of the server.
 */
export type Naming = 'whole' | 'written' | 'said' | 'words';
export const CERTAINTY: Readonly<Record<Naming, number>> = { whole: 4, written: 3, said: 2, words: 1 };

/** The result of `save`, as plain data. Restoring it is faster than splitting the names of thousands of tools again. */
export interface SavedNames {
  readonly byName: SavedSlots;
  readonly byWords: SavedSlots;
  readonly servers: SavedSlots;
  readonly spoken: SavedSpokenNames;
}

/** What the name lookup needs to know about the catalog. */
export interface NamedCatalog {
  readonly toolAt: (slot: number) => Tool | undefined;
  /** Whether a word is only a tool name and not an ordinary word; `named` is the number of tools with this name. */
  readonly isOnlyAName: (word: string, named: number) => boolean;
}

/** Looks up tools and servers by name, in any spelling: snake_case, camelCase or separate words. */
export class ExactNames {
  readonly #byName = new SlotsByKey();
  readonly #byWords = new SlotsByKey();
  readonly #servers = new SlotsByKey();
  readonly #spoken = new SpokenNames();
  readonly #catalog: NamedCatalog;
  /** Server name → its words. A cache, because many tools have the same server. */
  readonly #spokenServers = new Map<string, string>();

  constructor(catalog: NamedCatalog) {
    this.#catalog = catalog;
  }

  /** `keys`: the result of `keysOf` for this tool, if a snapshot has it. */
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

  /** The word keys of a tool: one for its name, one for server and name, one for each alias. */
  keysOf(tool: Tool): readonly string[] {
    return [...wordKeys(tool)];
  }

  save(): SavedNames {
    return {
      byName: this.#byName.save(),
      byWords: this.#byWords.save(),
      servers: this.#servers.save(),
      spoken: this.#spoken.save(),
    };
  }

  /** Restores the result of `save`. Call it only before anything was added. */
  restore({ byName, byWords, servers, spoken }: SavedNames): void {
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

  /** The tools that a query names, and how. `words` are the words of the query. */
  named(query: string, words: readonly string[]): ReadonlyMap<number, Naming> {
    const found = new Map<number, Naming>();
    const whole = query.trim();
    for (const slot of this.#written(whole.toLowerCase())) found.set(slot, 'whole');
    if (found.size > 0) return found;
    if (couldBeName(whole)) this.#addWhole(words, isIdentifier(whole), found);
    if (found.size === 0 && isIdentifier(whole)) this.#addMistyped(whole.toLowerCase(), found);
    const spoken = this.#spoken.find(words);
    if (this.#mayHoldName(whole, words)) this.#addWritten(whole, words, spoken, found);
    this.#addSaid(whole, words, spoken, found);
    return found;
  }

  /** The tools of a server, if the whole query is its name. */
  ofServer(query: string, words: readonly string[]): readonly number[] {
    return couldBeName(query) ? this.#servers.get(words.join(' ')) : NONE;
  }

  /** A quick check that spares most queries the scan for written names. */
  #mayHoldName(text: string, words: readonly string[]): boolean {
    if (COMPOUND_IN_TEXT.test(text)) return true;
    for (const word of words) if (this.#byName.get(word).length > 0) return true;
    return false;
  }

  #addWhole(words: readonly string[], written: boolean, found: Map<number, Naming>): void {
    const said = words.join(' ');
    for (const slot of this.#byWords.get(keyOfWords(words))) {
      found.set(slot, this.#isCalled(slot, said) ? 'whole' : written ? 'written' : 'words');
    }
  }

  /** Tools whose name differs from an identifier by one letter: `create_isue`. */
  #addMistyped(written: string, found: Map<number, Naming>): void {
    for (const name of oneEditAway(written)) {
      for (const slot of this.#byName.get(name)) found.set(slot, 'written');
    }
  }

  #addWritten(text: string, words: readonly string[], spoken: readonly SpokenName[], found: Map<number, Naming>): void {
    eachWritten(text, (start, end, lower) => {
      if (lower.length > LONGEST_NAME || lower.length === text.length) return;
      let at = start;
      let slots = this.#written(lower);
      // Some names start with a separator: `/search`.
      if (slots.length === 0 && at > 0 && text[at - 1] !== ' ') slots = this.#written(text[--at] + lower);
      if (slots.length === 0 || (!standsAlone(text, at, end) && isPartOf(text.slice(at, end), words, spoken))) return;
      if (!isMeantAsName(text, at, end) && !this.#catalog.isOnlyAName(lower, slots.length)) return;
      for (const slot of slots) noteNaming(found, slot, 'written');
    });
  }

  #addSaid(text: string, words: readonly string[], spoken: readonly SpokenName[], found: Map<number, Naming>): void {
    if (spoken.length === 0) return;
    const written: string[] = [];
    for (const [slot, naming] of found) {
      if (naming !== 'words') written.push(` ${spokenOf(this.#catalog.toolAt(slot)?.name ?? '')} `);
    }
    for (const { from, to, slots } of spoken) {
      const name = words.slice(from, to);
      // A query with `create_issue_comment` also contains the words "create issue", but does not name `create_issue`.
      const said = ` ${name.join(' ')} `;
      if (written.some((longer) => longer !== said && longer.includes(said))) continue;
      const naming = this.#howSaid(text, name, slots);
      if (naming) for (const slot of slots) noteNaming(found, slot, naming);
    }
  }

  /**
   * Words that the sentence marks as a name ("the create issue tool") are `written`. Other words are `said` only when
   * exactly one tool has that name: a name that several tools share is usually a kind of thing ("a QR code"). Words
   * without content, such as `get_it`, are never `said`.
   */
  #howSaid(text: string, name: readonly string[], slots: readonly number[]): Naming | undefined {
    const written = this.#catalog.toolAt(slots[0] ?? -1)?.name ?? '';
    if (isMarkedIn(text, written) || isMarkedIn(text, name.join(' ')) || isIdentifierIn(text, name)) return 'written';
    return slots.length === 1 && name.some(isContentWord) ? 'said' : undefined;
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

function noteNaming(found: Map<number, Naming>, slot: number, naming: Naming): void {
  const known = found.get(slot);
  if (!known || CERTAINTY[known] < CERTAINTY[naming]) found.set(slot, naming);
}

/** Whether `name` is part of a longer tool name in the query: `sources` in "the list of sources tool". */
function isPartOf(name: string, words: readonly string[], spoken: readonly SpokenName[]): boolean {
  if (spoken.length === 0) return false;
  const own = splitWords(name);
  const said = ` ${own.join(' ')} `;
  return spoken.some(({ from, to }) => to - from > own.length && ` ${words.slice(from, to).join(' ')} `.includes(said));
}

/** Whether the words stand in the text as one identifier, in any naming style: `createIssue` for `create_issue`. */
function isIdentifierIn(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return ['_', '-', ''].some((separator) => lower.includes(words.join(separator)));
}

function isMarkedIn(text: string, name: string): boolean {
  const at = name === '' ? -1 : text.toLowerCase().indexOf(name.toLowerCase());
  return at >= 0 && isMarkedAsName(text, at, at + name.length);
}

function couldBeName(text: string): boolean {
  if (text.length > LONGEST_NAME) return false;
  let spaces = 0;
  for (let at = text.indexOf(' '); at !== -1; at = text.indexOf(' ', at + 1)) spaces++;
  return spaces < MOST_NAME_WORDS;
}

/** Index of the next slash, dot or colon; the length of the text if there is none. */
function nextSeparator(text: string, after: number): number {
  for (let at = after + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === SLASH || code === DOT || code === COLON) return at;
  }
  return text.length;
}

function isContentWord(word: string): boolean {
  return !STOP_WORDS.has(word) && !REQUEST_WORDS.has(word);
}

function wordKeys(tool: Tool): Set<string> {
  return new Set([wordKey(tool.name), wordKey(`${tool.server} ${tool.name}`), ...tool.aliases.map(wordKey)]);
}

/** The sorted unique stems of a name: "get google drive document" and `google-drive/getDocument` have the same key. */
function wordKey(name: string): string {
  return keyOfWords(wordsOf(name));
}

function keyOfWords(words: readonly string[]): string {
  const content = words.filter((word) => !STOP_WORDS.has(word));
  return [...new Set((content.length > 0 ? content : words).map(stemWord))].sort().join(' ');
}

function spokenOf(name: string): string {
  return wordsOf(name).join(' ');
}

function wordsOf(name: string): string[] {
  return name.length > LONGEST_NAME ? [] : splitWords(name);
}
