import type { LexicalIndex } from '../lexical/lexical-index.ts';
import type { QueryTerm } from '../query.ts';
import type { QueryWord } from '../text/terms.ts';

const TYPO_QUALITY = 0.9;

/** The words of a request as the ranker compares them with tools. */
export interface RequestWords {
  /** Weights of the words, by rarity. Words that name a server have none. */
  readonly weights: Float64Array;
  /** 1 for a verb: a tool with the same action has it, whatever its own verb. */
  readonly verbs: Uint8Array;
  readonly total: number;
  /** Number of different words. */
  readonly count: number;
  /** Share of the words that no tool contains. */
  readonly unknown: number;
  /** Share of the words that are also not in the vector table: invented words, and those of a language that was not understood. */
  readonly strange: number;
  /** The terms that stand for the words: index of the word, term id, and how well the term stands for the word. */
  readonly owners: Int32Array;
  readonly ids: Int32Array;
  readonly qualities: Float64Array;
}

interface WordsInContext {
  /** Words that name a server. */
  readonly apps: ReadonlySet<string>;
  readonly verbs: ReadonlySet<string>;
  /** Share of the words that could be translated; 1 for a request in English. */
  readonly understood: number;
  /** Whether a word is in the vocabulary of the vector table. */
  readonly isWord: (word: string) => boolean;
}

/** Resolves the words of a request and what stands for them (stems, synonyms, corrections). */
export function requestWords(
  lexical: LexicalIndex,
  content: readonly QueryWord[],
  terms: readonly QueryTerm[],
  { apps, verbs, understood, isWord }: WordsInContext,
): RequestWords {
  const at = new Map<string, number>();
  for (const { word } of content) if (!at.has(word)) at.set(word, at.size);
  const weights = new Float64Array(at.size);
  const known = new Uint8Array(at.size);
  const isVerb = new Uint8Array(at.size);
  const owners = new Int32Array(terms.length * 2);
  const ids = new Int32Array(terms.length * 2);
  const qualities = new Float64Array(terms.length * 2);
  let count = 0;
  for (const term of terms) {
    const id = lexical.idOf(term.term);
    if (id < 0) continue;
    const quality = qualityOf(term);
    for (const word of term.via === 'joined' ? term.word.split(' ') : [term.word]) {
      const owner = at.get(word);
      if (owner === undefined || count === ids.length) continue;
      if (term.via !== 'synonym') known[owner] = 1;
      weights[owner] = Math.max(weights[owner] as number, lexical.idfOf(term.term) * quality);
      owners[count] = owner;
      ids[count] = id;
      qualities[count++] = quality;
    }
  }
  const rarest = Math.log(1 + lexical.size);
  let total = 0;
  let missing = 0;
  let strange = 0;
  let all = 0;
  for (const [word, i] of at) {
    all++;
    if (known[i] === 0) {
      missing++;
      if (!isWord(word)) strange++;
      weights[i] = Math.max(weights[i] as number, rarest);
    }
    if (apps.has(word) && apps.size < at.size) weights[i] = 0;
    if (verbs.has(word)) isVerb[i] = 1;
    total += weights[i] as number;
  }
  return {
    weights,
    verbs: isVerb,
    total,
    count: at.size,
    unknown: Math.max(1 - understood, missing / Math.max(1, all)),
    strange: Math.max(1 - understood, strange / Math.max(1, all)),
    owners: owners.subarray(0, count),
    ids: ids.subarray(0, count),
    qualities: qualities.subarray(0, count),
  };
}

function qualityOf({ via, weight }: QueryTerm): number {
  if (via === 'synonym') return Math.min(0.9, 0.4 + weight);
  return via === 'typo' ? TYPO_QUALITY : 1;
}
