import { FIT } from '../actions/action.ts';
import { IN_FIELD } from '../lexical/bm25f.ts';
import { indexIn } from '../lexical/lexical-index.ts';
import type { Entry } from '../lexical/saved-entries.ts';
import type { RequestWords } from './request-words.ts';
import { AT } from './signal-list.ts';

/** How well a verb of a near action stands for the verb of the request. */
const NEAR_QUALITY = 0.5;
/** Texts about the tool itself, not about its parameters. */
const IN_TEXT = IN_FIELD.name | IN_FIELD.title | IN_FIELD.tags | IN_FIELD.description;

/** Scratch buffers by word of the request: how well the tool contains it anywhere, in its name and in its texts. */
let best = new Float64Array(0);
let bestInName = new Float64Array(0);
let bestInText = new Float64Array(0);
/** In the name, and not in the name of the server. */
let bestInOwnName = new Float64Array(0);
/** By term id: 1 + the index of the first term of the request with that id, 0 without one; then the index of the next one. */
let firstWith = new Uint16Array(0);
let nextWith = new Uint16Array(0);
/** From so many terms in a tool for one of the request on, binary searches are faster than reading all of them. */
const TERMS_PER_LOOKUP = 6;

/** The signals about the words of the request in one tool. Call `chainTerms` first. */
export function measureWords(
  entry: Entry | undefined,
  words: RequestWords,
  nameWords: number,
  fit: number,
  matrix: Float64Array,
  to: number,
): void {
  const { weights, verbs, total } = words;
  if (best.length < weights.length) {
    best = new Float64Array(weights.length * 2);
    bestInName = new Float64Array(weights.length * 2);
    bestInText = new Float64Array(weights.length * 2);
    bestInOwnName = new Float64Array(weights.length * 2);
  }
  best.fill(0, 0, weights.length);
  bestInName.fill(0, 0, weights.length);
  bestInText.fill(0, 0, weights.length);
  bestInOwnName.fill(0, 0, weights.length);
  if (entry) matchWords(entry, words);
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
  let inName = 0;
  let objects = 0;
  let held = 0;
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i] as number;
    if ((best[i] as number) > 0) shared++;
    if (verbs[i] === 0) {
      objects += weight;
      held += weight * (best[i] as number);
    }
    inName += bestInOwnName[i] as number;
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
  matrix[to + AT.objectCoverage] = objects === 0 ? 1 : held / objects;
  matrix[to + AT.nameFill] = nameWords === 0 ? 0 : filled / nameWords;
  matrix[to + AT.nameRest] = nameWords - filled;
}

/** Finds the words of the request in a tool. Reads all terms of the tool, unless it has many more than the request. */
function matchWords({ terms, fields }: Entry, { owners, ids, qualities }: RequestWords): void {
  if (terms.length > ids.length * TERMS_PER_LOOKUP) {
    for (let i = 0; i < ids.length; i++) {
      const at = indexIn(terms, ids[i] as number);
      if (at >= 0) matchWord(owners[i] as number, qualities[i] as number, fields[at] as number);
    }
    return;
  }
  for (let at = 0; at < terms.length; at++) {
    for (let i = firstWith[terms[at] as number] as number; i > 0; i = nextWith[i] as number)
      matchWord(owners[i - 1] as number, qualities[i - 1] as number, fields[at] as number);
  }
}

function matchWord(owner: number, quality: number, held: number): void {
  if (quality > (best[owner] as number)) best[owner] = quality;
  if ((held & IN_FIELD.name) !== 0) {
    if ((held & IN_FIELD.server) === 0 && quality > (bestInOwnName[owner] as number)) bestInOwnName[owner] = quality;
    if (quality > (bestInName[owner] as number)) bestInName[owner] = quality;
  }
  if ((held & IN_TEXT) !== 0 && quality > (bestInText[owner] as number)) bestInText[owner] = quality;
}

/** Builds the table from term id to the terms of the request with that id, as chains in their order. */
export function chainTerms({ ids }: RequestWords, termIds: number): void {
  if (firstWith.length < termIds) firstWith = new Uint16Array(Math.ceil(termIds * 1.3));
  if (nextWith.length <= ids.length) nextWith = new Uint16Array(ids.length * 2 + 1);
  for (let i = ids.length; i > 0; i--) {
    const id = ids[i - 1] as number;
    nextWith[i] = firstWith[id] as number;
    firstWith[id] = i;
  }
}

export function clearChains({ ids }: RequestWords): void {
  for (let i = 0; i < ids.length; i++) firstWith[ids[i] as number] = 0;
}
