import { latinLanguage } from './find-language.ts';
import { ENGLISH_WORDS, functionWordsOf } from './function-words.ts';
import { hasKana, segments } from './ideographs.ts';
import type { Language } from './lexicon/columns.ts';
import { type Concept, wordListOf } from './lexicon/word-list.ts';
import { isPunctuation, matchPhrase } from './match-phrase.ts';
import { matchWord } from './match-word.ts';
import { plainLetters } from './plain-letters.ts';

/** A request of another language, word by word in English. */
export interface Translated {
  readonly language: Language;
  /** English words in the order of the request, with its punctuation. Words that the index knows stay as they are. */
  readonly text: string;
  /** Number of content words, and how many of them were translated or are known to the index. */
  readonly words: number;
  readonly known: number;
}

/** Whether the index contains a word as it is written. */
export type Knows = (word: string) => boolean;

const IDEOGRAPHS = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々';
const TOKENS = new RegExp(
  `[${IDEOGRAPHS}]+|\\p{Script=Cyrillic}+|\\p{Script=Arabic}+|[\\p{Script=Latin}\\p{N}_]+|[.!?;,:\\n。！？；、，؟؛،]`,
  'gu',
);
const PUNCTUATION = '.!?;,:\n';
const UNDERSCORE = 95;
const FOREIGN_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Cyrillic}\p{Script=Arabic}]/u;
const ACCENTS = /[à-öø-ÿß¿¡œ]/i;
const BEYOND_ASCII = /[^\0-\x7f]/;
/** At most this many meanings of one word are searched for. */
const MOST_MEANINGS = 2;

/** Undefined for a request in English. */
export function inEnglish(text: string, knows: Knows): Translated | undefined {
  const hasAccents = BEYOND_ASCII.test(text);
  const plain = hasAccents ? plainLetters(text) : text.toLowerCase();
  const tokens = hasAccents ? (plain.match(TOKENS) ?? []) : asciiTokens(plain);
  const script = hasAccents ? scriptLanguage(plain) : undefined;
  const language = script ?? latinLanguage(tokens, knows, hasAccents && ACCENTS.test(text));
  if (!language) return undefined;
  const writer = new Writer(language, knows);
  const read = new Set<number>();
  tokens.forEach((token, at) => {
    if (read.has(at)) return;
    const own = script ? scriptLanguage(token) : language;
    if (isPunctuation(token)) writer.pause();
    else if (own === undefined) writer.keep(token);
    else if (own === 'zh' || own === 'ja') {
      for (const { concepts } of segments(token, language === 'ja')) writer.add(concepts);
    } else {
      const functional = functionWordsOf(own);
      const phrase = matchPhrase(tokens, at, wordListOf(own), own, functional);
      for (const position of phrase?.at ?? []) read.add(position);
      if (phrase) writer.add(phrase.concepts);
      else if (!functional.has(token)) writer.add(matchWord(token, wordListOf(own), own) ?? [], token);
    }
  });
  return writer.translated();
}

/** What `TOKENS` matches in ASCII text. A loop, because nearly all requests are ASCII and the expression is slow. */
function asciiTokens(lower: string): string[] {
  const tokens: string[] = [];
  let start = -1;
  for (let at = 0; at <= lower.length; at++) {
    const code = lower.charCodeAt(at);
    if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === UNDERSCORE) {
      if (start < 0) start = at;
      continue;
    }
    if (start >= 0) tokens.push(lower.slice(start, at));
    start = -1;
    if (at < lower.length && PUNCTUATION.includes(lower[at] as string)) tokens.push(lower[at] as string);
  }
  return tokens;
}

function scriptLanguage(text: string): Language | undefined {
  if (!FOREIGN_SCRIPT.test(text)) return undefined;
  if (hasKana(text)) return 'ja';
  if (/\p{Script=Han}/u.test(text)) return 'zh';
  return /\p{Script=Cyrillic}/u.test(text) ? 'ru' : 'ar';
}

/** Languages that put the verb at the end of a clause; ranking expects it at the beginning. */
const VERB_LAST: ReadonlySet<Language> = new Set<Language>(['de', 'ja']);

class Writer {
  readonly #knows: Knows;
  readonly #language: Language;
  readonly #clauses: string[] = [];
  readonly #written = new Set<string>();
  #clause: string[] = [];
  /** Where the words of the last verb begin and end in the clause. */
  #verb: readonly [number, number] = [0, 0];
  #words = 0;
  #known = 0;

  constructor(language: Language, knows: Knows) {
    this.#language = language;
    this.#knows = knows;
  }

  pause(): void {
    const [start, end] = this.#verb;
    const verb = VERB_LAST.has(this.#language) ? this.#clause.splice(start, end - start) : [];
    if (this.#clause.length + verb.length > 0) this.#clauses.push([...verb, ...this.#clause].join(' '));
    this.#clause = [];
    this.#verb = [0, 0];
  }

  /** The meanings of a word; without one, the word itself if the index knows it. */
  add(concepts: readonly Concept[], word?: string): void {
    this.#words++;
    if (concepts.length > 0) this.#known++;
    const start = this.#clause.length;
    for (const { english } of concepts.slice(0, MOST_MEANINGS)) for (const one of english) this.#write(one);
    if (concepts[0]?.isAction) this.#verb = [start, this.#clause.length];
    if (word === undefined || this.#written.has(word) || ENGLISH_WORDS.has(word) || !this.#knows(word)) return;
    if (concepts.length === 0) this.#known++;
    this.#write(word);
  }

  /** A word that stays as it is: a name between words of another script. */
  keep(word: string): void {
    if (ENGLISH_WORDS.has(word)) return;
    this.#words++;
    if (this.#knows(word)) this.#known++;
    this.#write(word);
  }

  translated(): Translated {
    this.pause();
    return { language: this.#language, text: this.#clauses.join(', '), words: this.#words, known: this.#known };
  }

  #write(word: string): void {
    if (this.#written.has(word)) return;
    this.#written.add(word);
    this.#clause.push(word);
  }
}
