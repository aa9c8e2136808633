import { ACTION, actionFit, FIT } from '../actions/action.ts';
import type { NamedApps } from '../apps/named-servers.ts';
import type { Candidates } from '../candidates.ts';
import { IN_FIELD } from '../lexical/bm25f.ts';
import { indexIn, type LexicalIndex } from '../lexical/lexical-index.ts';
import { CERTAINTY, type Naming } from '../names/exact-names.ts';
import type { QueryTerm } from '../query.ts';
import type { Fused } from '../ranking.ts';
import type { QueryWord } from '../text/terms.ts';
import type { ToolTraits } from '../tool-traits.ts';

/** What the learned ranker reads of a candidate, in this order. `training/rank.mjs` reads the same list. */
export const SIGNALS = [
  /** The fused score without usage, as a share of the best one. */
  'fused',
  /** The BM25F score, as a share of the best one, and of the highest possible one. */
  'lexical',
  'lexicalShare',
  /** Cosine between request and tool; how far it is from the nearest tool. */
  'similarity',
  'similarityGap',
  'stepLexical',
  'stepSimilarity',
  /** Share of the request's words that the tool contains, weighted by rarity: anywhere, in the name, in the texts. */
  'coverage',
  'nameCoverage',
  'textCoverage',
  'coverageGap',
  'nameGap',
  /** Share of the name's words that the request contains; number of the others. */
  'nameFill',
  'nameRest',
  /** How well the actions agree, -1 to 1. */
  'action',
  /** Above 0 if the request names the server of the tool, below 0 if it names another server. */
  'app',
  /** How the request names the tool: see `Naming`. */
  'naming',
  /** The tool deletes, and the request does not ask for it. */
  'harm',
  /** Number of the request's words that the tool contains or that name its server. */
  'shared',
  /** The same for all tools of one request: number of words, share of unknown ones, whether it has steps and a verb. */
  'words',
  'unknown',
  'steps',
  'verb',
] as const;

export type Signal = (typeof SIGNALS)[number];
export const SIGNAL_COUNT = SIGNALS.length;
const AT = Object.fromEntries(SIGNALS.map((signal, at) => [signal, at])) as Readonly<Record<Signal, number>>;

/** Stands for the cosines where there is no vector table. */
const NO_SIMILARITY = -1;
/** The highest BM25F weight of a term: its saturation is 1.6. */
const HIGHEST_WEIGHT = 2.6;
const TYPO_QUALITY = 0.9;
/** How well a verb of a near action stands for the verb of the request. */
const NEAR_QUALITY = 0.5;

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
}

/** Resolves the words of a request and what stands for them (stems, synonyms, corrections). */
export function requestWords(
  lexical: LexicalIndex,
  content: readonly QueryWord[],
  terms: readonly QueryTerm[],
  { apps, verbs, understood }: WordsInContext,
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
  let all = 0;
  for (const [word, i] of at) {
    all++;
    if (known[i] === 0) {
      missing++;
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
    unknown: Math.max(1 - understood, all === 0 ? 0 : missing / all),
    owners: owners.subarray(0, count),
    ids: ids.subarray(0, count),
    qualities: qualities.subarray(0, count),
  };
}

function qualityOf({ via, weight }: QueryTerm): number {
  if (via === 'synonym') return Math.min(0.9, 0.4 + weight);
  return via === 'typo' ? TYPO_QUALITY : 1;
}

/** The parts of a request that the signals are computed from. */
export interface Asked {
  readonly words: RequestWords;
  readonly actions: number;
  readonly apps: NamedApps;
  readonly steps: boolean;
  readonly meaning: boolean;
  readonly named: ReadonlyMap<number, Naming>;
}

interface Indexes {
  readonly lexical: LexicalIndex;
  readonly traits: ToolTraits;
}

/** Reused by every search. */
let matrix = new Float64Array(0);
let best = new Float64Array(0);
let bestInName = new Float64Array(0);
let bestInText = new Float64Array(0);

/** The signals of these candidates, one row of `SIGNAL_COUNT` numbers each. The result is valid until the next call. */
export function measureSignals(
  { lexical, traits }: Indexes,
  candidates: Candidates,
  fused: readonly Fused[],
  asked: Asked,
): Float64Array {
  if (matrix.length < fused.length * SIGNAL_COUNT) matrix = new Float64Array(fused.length * SIGNAL_COUNT);
  const { words, actions, apps } = asked;
  let mostTotal = 1e-6;
  let mostLexical = 1e-6;
  let mostSimilarity = -1;
  let mostCoverage = 0;
  let mostInName = 0;
  for (const one of fused) {
    mostTotal = Math.max(mostTotal, one.total - one.prior);
    mostLexical = Math.max(mostLexical, one.words);
    mostSimilarity = Math.max(mostSimilarity, one.similarity);
  }
  const highest = words.total === 0 ? 1 : words.total * HIGHEST_WEIGHT;
  for (let i = 0; i < fused.length; i++) {
    const { slot, row, total, prior, similarity, words: lexicalScore } = fused[i] as Fused;
    const to = i * SIGNAL_COUNT;
    const offered = traits.actionsOf(slot);
    const fit = actionFit(actions, offered);
    const naming = asked.named.size > 0 ? asked.named.get(slot) : undefined;
    matrix[to + AT.fused] = (total - prior) / mostTotal;
    matrix[to + AT.lexical] = lexicalScore / mostLexical;
    matrix[to + AT.lexicalShare] = lexicalScore / highest;
    matrix[to + AT.similarity] = asked.meaning ? similarity : NO_SIMILARITY;
    matrix[to + AT.similarityGap] = asked.meaning ? similarity - mostSimilarity : NO_SIMILARITY;
    matrix[to + AT.stepLexical] = candidates.stepLexical[row] as number;
    matrix[to + AT.stepSimilarity] = candidates.stepSimilarity[row] as number;
    measureWords(lexical, slot, words, traits.nameWordsOf(slot), fit, to);
    mostCoverage = Math.max(mostCoverage, matrix[to + AT.coverage] as number);
    mostInName = Math.max(mostInName, matrix[to + AT.nameCoverage] as number);
    matrix[to + AT.action] = fit;
    matrix[to + AT.app] = apps.best === 0 ? 0 : appFit(apps, traits.serverIdOf(slot));
    matrix[to + AT.naming] = naming ? CERTAINTY[naming] : 0;
    matrix[to + AT.harm] = (offered & ACTION.delete) !== 0 && (actions & ACTION.delete) === 0 ? 1 : 0;
    matrix[to + AT.words] = words.count;
    matrix[to + AT.unknown] = words.unknown;
    matrix[to + AT.steps] = asked.steps ? 1 : 0;
    matrix[to + AT.verb] = actions === 0 ? 0 : 1;
  }
  for (let to = 0; to < fused.length * SIGNAL_COUNT; to += SIGNAL_COUNT) {
    matrix[to + AT.coverageGap] = (matrix[to + AT.coverage] as number) - mostCoverage;
    matrix[to + AT.nameGap] = (matrix[to + AT.nameCoverage] as number) - mostInName;
  }
  return matrix;
}

/** Below 0 if the request names another server more surely. */
function appFit({ strengths, best: surest }: NamedApps, server: number): number {
  const own = strengths.get(server) ?? 0;
  return own > 0 && own >= surest - 0.3 ? own : own - surest;
}

function measureWords(
  lexical: LexicalIndex,
  slot: number,
  { weights, verbs, total, owners, ids, qualities }: RequestWords,
  nameWords: number,
  fit: number,
  to: number,
): void {
  if (best.length < weights.length) {
    best = new Float64Array(weights.length * 2);
    bestInName = new Float64Array(weights.length * 2);
    bestInText = new Float64Array(weights.length * 2);
  }
  best.fill(0, 0, weights.length);
  bestInName.fill(0, 0, weights.length);
  bestInText.fill(0, 0, weights.length);
  const entry = lexical.entryOf(slot);
  let inName = 0;
  if (entry) {
    const { terms, fields } = entry;
    for (let i = 0; i < ids.length; i++) {
      const at = indexIn(terms, ids[i] as number);
      if (at < 0) continue;
      const owner = owners[i] as number;
      const quality = qualities[i] as number;
      const held = fields[at] as number;
      if (quality > (best[owner] as number)) best[owner] = quality;
      if ((held & IN_FIELD.name) !== 0) {
        if ((bestInName[owner] as number) === 0 && (held & IN_FIELD.server) === 0) inName += quality;
        if (quality > (bestInName[owner] as number)) bestInName[owner] = quality;
      }
      if ((held & IN_TEXT) !== 0 && quality > (bestInText[owner] as number)) bestInText[owner] = quality;
    }
  }
  if (fit !== FIT.unknown) {
    const quality = fit === FIT.same ? 1 : fit === FIT.near ? NEAR_QUALITY : 0;
    for (let i = 0; i < weights.length; i++) {
      if (verbs[i] === 0) continue;
      best[i] = quality;
      bestInName[i] = quality;
      bestInText[i] = quality;
    }
  }
  let all = 0;
  let name = 0;
  let text = 0;
  let shared = 0;
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i] as number;
    if ((best[i] as number) > 0) shared++;
    all += weight * (best[i] as number);
    name += weight * (bestInName[i] as number);
    text += weight * (bestInText[i] as number);
  }
  const whole = total === 0 ? 1 : total;
  const filled = Math.min(nameWords, inName);
  matrix[to + AT.shared] = shared;
  matrix[to + AT.coverage] = all / whole;
  matrix[to + AT.nameCoverage] = name / whole;
  matrix[to + AT.textCoverage] = text / whole;
  matrix[to + AT.nameFill] = nameWords === 0 ? 0 : filled / nameWords;
  matrix[to + AT.nameRest] = nameWords - filled;
}

/** Texts about the tool itself, not about its parameters. */
const IN_TEXT = IN_FIELD.name | IN_FIELD.title | IN_FIELD.tags | IN_FIELD.description;
