import type { Language } from './lexicon/columns.ts';
import type { Concept, WordList } from './lexicon/word-list.ts';
import { inflected, isParticle, likeArabic, startsLike } from './match-word.ts';

export interface PhraseMatch {
  readonly concepts: readonly Concept[];
  /** Positions of the tokens that belong to the phrase. */
  readonly at: readonly number[];
}

/** The phrase that begins at a token. Function words may stand between its parts, in German any word of the clause. */
export function matchPhrase(
  tokens: readonly string[],
  at: number,
  list: WordList,
  language: Language,
  functional: ReadonlySet<string>,
): PhraseMatch | undefined {
  const first = tokens[at] as string;
  let best: PhraseMatch | undefined;
  for (const { parts, concept } of phrasesFrom(first, list, language)) {
    const positions = [at];
    for (const part of parts.slice(1)) {
      const next = positionOf(part, tokens, (positions.at(-1) as number) + 1, language, functional);
      if (next === undefined) break;
      positions.push(next);
    }
    if (positions.length === parts.length && positions.length > (best?.at.length ?? 0)) {
      best = { concepts: [concept], at: positions };
    }
  }
  return best ?? (language === 'de' ? separatedVerb(tokens, at, list) : undefined);
}

function* phrasesFrom(word: string, { phrases }: WordList, language: Language) {
  for (let end = word.length; end > 0; end--) {
    const found = phrases.get(word.slice(0, end));
    if (found && startsLike(word, word.slice(0, end), language)) yield* found;
  }
  if (language === 'ar' && word.startsWith('ال')) yield* phrases.get(word.slice(2)) ?? [];
}

function positionOf(
  part: string,
  tokens: readonly string[],
  from: number,
  language: Language,
  functional: ReadonlySet<string>,
): number | undefined {
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at] as string;
    if (startsLike(token, part, language) || (language === 'ar' && likeArabic(token, part))) return at;
    if (isPunctuation(token) || (language !== 'de' && !functional.has(token))) return undefined;
  }
  return undefined;
}

/** `Lade die Datei hoch` is `hochladen`. */
function separatedVerb(tokens: readonly string[], at: number, list: WordList): PhraseMatch | undefined {
  for (let i = at + 1; i < tokens.length; i++) {
    const token = tokens[i] as string;
    if (isPunctuation(token)) return undefined;
    const concepts = isParticle(token) ? inflected(token + tokens[at], list, 'de') : undefined;
    if (concepts) return { concepts, at: [at, i] };
  }
  return undefined;
}

export function isPunctuation(token: string): boolean {
  return /^[^\p{L}\p{N}_]/u.test(token);
}
