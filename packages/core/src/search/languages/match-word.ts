import type { Language } from './lexicon/columns.ts';
import type { Concept, WordList } from './lexicon/word-list.ts';

const SHORTEST_STEM = 3;
const SHORTEST_PART = 4;
const CLOSE_ENDING = 2;
/** Longest ending by the length of the stem; the Romance languages also append pronouns (`envía-melo`). */
const ENDINGS: Readonly<Record<'usual' | 'romance', readonly number[]>> = {
  usual: [0, 0, 0, 2, 3, 4, 5],
  romance: [0, 0, 0, 2, 5, 5, 6],
};
const ROMANCE: ReadonlySet<Language> = new Set<Language>(['es', 'it', 'pt', 'fr']);
const PARTICLES =
  '(?:herunter|runter|hinzu|zusammen|wieder|weiter|zuruck|hoch|frei|fest|fort|bei|dar|durch|ein|auf|aus|her|hin|mit|nach|raus|rein|um|vor|weg|zu|ab|an|los)';
const WITH_GE = new RegExp(`^(${PARTICLES})?(?:ge|zu)(?=.{3})`);
const PARTICLE = new RegExp(`^${PARTICLES}$`);
const ARABIC_PREFIX = /^(?:[وف]?(?:بال|كال|لل|ال)|[وفبلكسينت])(?=.{3})/;

/** The meanings of one word, longest stem first; undefined for a word that is not in the list. */
export function matchWord(word: string, list: WordList, language: Language): readonly Concept[] | undefined {
  const found = inflected(word, list, language);
  if (found) return found;
  if (language === 'de') return german(word, list);
  if (language === 'ar') return arabic(word, list);
  return undefined;
}

/** Whether the list has a word with hardly another ending: English words often begin like foreign ones (`site`, `metadata`). */
export function isCloseTo(word: string, { concepts, whole }: WordList): boolean {
  if (concepts.has(word)) return true;
  const shortest = Math.max(SHORTEST_PART, word.length - CLOSE_ENDING);
  for (let end = word.length - 1; end >= shortest; end--) {
    const stem = word.slice(0, end);
    if (concepts.has(stem) && !whole.has(stem)) return true;
  }
  return false;
}

export function startsLike(word: string, stem: string, language: Language): boolean {
  return word.startsWith(stem) && word.length - stem.length <= longestEnding(stem.length, language);
}

/** A German particle that a verb may leave at the end of its clause. */
export function isParticle(word: string): boolean {
  return PARTICLE.test(word);
}

/** Like `startsLike`, behind an Arabic article or preposition. */
export function likeArabic(word: string, stem: string): boolean {
  const rest = word.replace(ARABIC_PREFIX, '');
  return rest !== word && startsLike(rest, stem, 'ar');
}

function longestEnding(stem: number, language: Language): number {
  const endings = ENDINGS[ROMANCE.has(language) ? 'romance' : 'usual'];
  return endings[Math.min(stem, endings.length - 1)] ?? 0;
}

/** By the whole word, else by its longest stem. */
export function inflected(
  word: string,
  { concepts, whole }: WordList,
  language: Language,
): readonly Concept[] | undefined {
  const exact = concepts.get(word);
  if (exact) return exact;
  for (let end = word.length - 1; end >= SHORTEST_STEM; end--) {
    if (word.length - end > longestEnding(end, language)) continue;
    const stem = word.slice(0, end);
    const found = concepts.get(stem);
    if (found && !whole.has(stem)) return found;
  }
  return undefined;
}

function german(word: string, list: WordList): readonly Concept[] | undefined {
  const bare = word.replace(WITH_GE, '$1');
  const found = bare === word ? undefined : inflected(bare, list, 'de');
  if (found) return found;
  const respelled = word.replace(/([aou])e/g, '$1');
  return (respelled === word ? undefined : inflected(respelled, list, 'de')) ?? compound(word, list);
}

/** `Kalendereintrag`: both parts, and their meanings one after another. */
function compound(word: string, list: WordList): readonly Concept[] | undefined {
  for (let at = word.length - SHORTEST_PART; at >= SHORTEST_PART; at--) {
    const right = inflected(word.slice(at), list, 'de');
    if (!right) continue;
    const left = inflected(word.slice(0, at), list, 'de');
    if (!left?.[0] || !right[0]) continue;
    return [{ english: [...left[0].english, ...right[0].english], isAction: false }];
  }
  return undefined;
}

function arabic(word: string, list: WordList): readonly Concept[] | undefined {
  let rest = word;
  for (let round = 0; round < 2; round++) {
    const shorter = rest.replace(ARABIC_PREFIX, '');
    if (shorter === rest) return undefined;
    rest = shorter;
    const found = inflected(rest, list, 'ar');
    if (found) return found;
  }
  return undefined;
}
