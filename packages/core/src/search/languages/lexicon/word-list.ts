import { plainLetters } from '../plain-letters.ts';
import { ACTIONS } from './actions.ts';
import { BUSINESS } from './business.ts';
import { LANGUAGES, type Language } from './columns.ts';
import { COMMON } from './common.ts';
import { OFFICE } from './office.ts';
import { SOFTWARE } from './software.ts';
import { WORLD } from './world.ts';

/** What a foreign word means in English. */
export interface Concept {
  readonly english: readonly string[];
  readonly isAction: boolean;
}

export interface Phrase {
  readonly parts: readonly string[];
  readonly concept: Concept;
}

/** The words of one language. */
export interface WordList {
  /** By the whole word or its stem; the first meaning is the most usual one. */
  readonly concepts: ReadonlyMap<string, readonly Concept[]>;
  /** Words that match only as they are. */
  readonly whole: ReadonlySet<string>;
  /** By their first word, which matches with an ending, too. */
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>;
}

const TABLES: readonly (readonly [table: string, isAction: boolean])[] = [
  [SOFTWARE, false],
  [OFFICE, false],
  [ACTIONS, true],
  [WORLD, false],
  [COMMON, false],
  [BUSINESS, false],
];

interface Line {
  readonly concept: Concept;
  readonly columns: readonly string[];
}

let lines: readonly Line[] | undefined;
const lists = new Map<Language, WordList>();

/** Parsed when first asked for: most processes never see a request in most languages. */
export function wordListOf(language: Language): WordList {
  let list = lists.get(language);
  if (!list) {
    list = parse(language);
    lists.set(language, list);
  }
  return list;
}

function allLines(): readonly Line[] {
  lines ??= TABLES.flatMap(([table, isAction]) =>
    table
      .trim()
      .split('\n')
      .map((line) => {
        const [english = '', ...columns] = line.split('|');
        return { concept: { english: english.split(' '), isAction }, columns };
      }),
  );
  return lines;
}

/** The English words of all concepts: a request made of them is English, or reads like it. */
export function englishWords(): Set<string> {
  return new Set(allLines().flatMap(({ concept }) => concept.english));
}

function parse(language: Language): WordList {
  const column = LANGUAGES.indexOf(language);
  const concepts = new Map<string, Concept[]>();
  const whole = new Set<string>();
  const phrases = new Map<string, Phrase[]>();
  const lines = allLines();
  // One call for the whole column: letter by letter it would take the time of a hundred searches.
  const cells = plainLetters(lines.map(({ columns }) => columns[column] ?? '').join('\n')).split('\n');
  lines.forEach(({ concept }, row) => {
    for (const entry of (cells[row] ?? '').split(' ')) {
      if (entry === '') continue;
      const word = entry.replace(/\.$/, '');
      const [first = '', ...others] = word.split('_');
      if (others.length > 0) {
        append(phrases, first, { parts: [first, ...others], concept });
        continue;
      }
      if (word !== entry) whole.add(word);
      append(concepts, word, concept);
    }
  });
  return { concepts, whole, phrases };
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (!list) map.set(key, [value]);
  else if (!list.includes(value)) list.push(value);
}
