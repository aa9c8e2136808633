import { stemWord } from '../text/stem-word.ts';
import { synonymsOf } from '../text/synonyms.ts';
import { ENGLISH_WORDS, functionWordsOf, LATIN_LANGUAGES, type LatinLanguage, LOOKALIKES } from './function-words.ts';
import { englishWords, wordListOf } from './lexicon/word-list.ts';
import { isCloseTo } from './match-word.ts';

/** Up to this many words, a request may have no function word, and the lexicon decides. */
const SHORT = 6;
const SHORTEST = 4;
/** A word that only the lexicon knows is weaker evidence than a function word. */
const LEXICON_EVIDENCE = 0.6;
/** One function word may be a name, or a word of English that we do not know. */
const ENOUGH = 1.4;
/** `o` and `y` are words, and initials. */
const LETTER_EVIDENCE = 0.5;
const ACCENT_EVIDENCE = 0.5;
/** Without a function word, this share of the words has to be in the lexicon. */
const ENOUGH_SHARE = 0.6;

const ENGLISH_BIT = 1 << LATIN_LANGUAGES.length;
/** For each function word, the languages that it belongs to, as bits in the order of `LATIN_LANGUAGES`. */
const FUNCTIONAL: ReadonlyMap<string, number> = functional();

let english: ReadonlySet<string> | undefined;

/** The language of a request in Latin letters; undefined for English, and wherever the words are no evidence. */
export function latinLanguage(
  words: readonly string[],
  knows: (word: string) => boolean,
  hasAccents: boolean,
): LatinLanguage | undefined {
  const scores = new Array<number>(LATIN_LANGUAGES.length).fill(0);
  let inEnglish = 0;
  let found = 0;
  for (const word of words) {
    const bits = FUNCTIONAL.get(word);
    if (bits === ENGLISH_BIT) inEnglish++;
    if (bits === undefined || (bits & ENGLISH_BIT) !== 0) continue;
    const weight = word.length === 1 ? LETTER_EVIDENCE : 1;
    found += weight;
    for (let i = 0; i < scores.length; i++) if ((bits & (1 << i)) !== 0) scores[i] = (scores[i] as number) + weight;
  }
  // An English sentence, or a few English words: neither has to be compared with five lists of words.
  if (inEnglish > 0 ? found <= inEnglish : found === 0 && words.length > SHORT) return undefined;
  const unusual = words.filter((word) => word.length >= SHORTEST && !FUNCTIONAL.has(word) && !isEnglish(word));
  if (found < 2 && unusual.every(knows)) return undefined;
  addLexiconEvidence(scores, unusual);
  const best = scores.indexOf(Math.max(...scores));
  const enough = found > 0 ? ENOUGH : Math.max(1, words.length * ENOUGH_SHARE) * LEXICON_EVIDENCE;
  const accents = hasAccents ? ACCENT_EVIDENCE : 0;
  return (scores[best] as number) + (found > 0 ? accents : 0) >= enough ? LATIN_LANGUAGES[best] : undefined;
}

function addLexiconEvidence(scores: number[], words: readonly string[]): void {
  for (const word of words) {
    LATIN_LANGUAGES.forEach((language, i) => {
      if (isCloseTo(word, wordListOf(language))) scores[i] = (scores[i] as number) + LEXICON_EVIDENCE;
    });
  }
}

function isEnglish(word: string): boolean {
  english ??= new Set([...englishWords()].map(stemWord));
  const stem = stemWord(word);
  return english.has(stem) || synonymsOf(stem).length > 0;
}

function functional(): Map<string, number> {
  const bits = new Map<string, number>();
  LATIN_LANGUAGES.forEach((language, i) => {
    for (const word of functionWordsOf(language)) {
      if (!LOOKALIKES.has(word)) bits.set(word, (bits.get(word) ?? 0) | (1 << i));
    }
  });
  for (const word of ENGLISH_WORDS) bits.set(word, (bits.get(word) ?? 0) | ENGLISH_BIT);
  return bits;
}
