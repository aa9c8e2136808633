import type { Tool } from '../catalog/tool.ts';
import { type RequestAction, requestAction } from './actions/request-action.ts';
import { findCandidates, type Lookup, type Step } from './candidates.ts';
import { requestText } from './languages/request-text.ts';
import type { ModelTier } from './meaning/model-tier.ts';
import type { Accepts } from './meaning/sketch-scan.ts';
import type { Naming } from './names/exact-names.ts';
import { corrected, termsOfWords } from './query.ts';
import { requestWords } from './ranker/request-words.ts';
import { type Ranked, RERANKED, rerank } from './ranker/rerank.ts';
import type { Asked } from './ranker/signals.ts';
import { rank } from './ranking.ts';
import { SEARCH_SETTINGS } from './search-settings.ts';
import type { UsagePrior } from './search-types.ts';
import { splitWords } from './text/split-words.ts';
import { stemWord } from './text/stem-word.ts';
import { type RequestStep, stepsOf } from './text/steps.ts';
import { contentWords, type QueryWord } from './text/terms.ts';
import type { ToolIndex } from './tool-index.ts';
import { boundSynonyms, withUsualVerb, withVerbs } from './verb-terms.ts';

const NONE: readonly number[] = [];
const NO_STEPS: readonly Step[] = [];

/** The index, and the optional ranking signals: embedding model and usage. */
export interface SearchInputs {
  readonly index: ToolIndex;
  readonly model?: ModelTier | undefined;
  readonly prior?: UsagePrior | undefined;
}

/** The options of a search with the defaults filled in. */
export interface Settings {
  readonly limit: number;
  readonly minScore: number;
  readonly explain: boolean;
  readonly exhaustive: boolean;
  readonly accepts: Accepts | undefined;
}

/** A query that is not only the name of a server. */
export interface Query {
  /** Cut to `LONGEST_QUERY`. */
  readonly text: string;
  readonly words: readonly string[];
  readonly exact: ReadonlyMap<number, Naming>;
}

/** The ranked candidates of a query, and what they were compared with. */
export interface MeasuredRequest {
  readonly steps: readonly RequestStep[];
  readonly lookup: Lookup;
  readonly ranked: Ranked;
  /** Cosine between the request and the nearest tool; undefined without vectors. */
  readonly likeness: number | undefined;
  readonly asked: Asked;
}

/** Collects the candidates of a query and ranks them. Its arrays are valid until the next search. */
export function measureRequest(
  inputs: SearchInputs,
  { text: said, words, exact }: Query,
  settings: Settings,
): MeasuredRequest {
  const { index } = inputs;
  const { text, understood } = requestText(said, index.knows);
  const steps = stepsOf(text);
  const read = text === said ? words : splitWords(text);
  const content = contentWords(read);
  const action = requestAction(text, read);
  const lookup = lookupOf(inputs, { text, content, steps, action, exact }, settings);
  const { lexical, found, vectors, traits } = index;
  const candidates = findCandidates({ lexical, found, vectors, modelVectors: inputs.model?.vectors }, lookup);
  const request = {
    meaning: vectors !== undefined,
    model: lookup.modelVector !== undefined,
    steps: steps.length > 0,
    words: content.length,
  };
  const ranking = rank(candidates, request, Math.max(RERANKED, settings.limit), exact);
  const apps = traits.servers.find(read, (word) => lexical.documentFrequency(stemWord(word)), lexical.size);
  const asked = {
    words: requestWords(lexical, content, lookup.terms, {
      apps: apps.words,
      verbs: action.verbs,
      understood,
      isWord: (word) => index.table?.knows(word) ?? false,
    }),
    actions: action.actions,
    apps,
    steps: request.steps,
    meaning: request.meaning,
    named: exact,
  };
  const ranked = rerank(index, candidates, ranking, asked);
  const likeness = request.meaning ? ranking.similarity : undefined;
  return { steps, lookup, ranked, asked, likeness };
}

interface Parsed {
  readonly text: string;
  readonly content: readonly QueryWord[];
  readonly steps: readonly RequestStep[];
  readonly action: RequestAction;
  readonly exact: ReadonlyMap<number, unknown>;
}

function lookupOf(
  inputs: SearchInputs,
  { text, content, steps, action, exact }: Parsed,
  { accepts, exhaustive, limit }: Settings,
): Lookup {
  const { index, model } = inputs;
  const idfOf = (term: string): number => index.lexical.idfOf(term);
  const said = withVerbs(termsOfWords(content, index.lexicon), action, index.lexicon, idfOf);
  const terms = boundSynonyms(said, idfOf);
  return {
    terms,
    vector: index.queryVectorOf(corrected(withUsualVerb(text, action), terms)),
    modelVector: model?.vectors && model.queryVector(text),
    steps: steps.length > 0 ? steps.map((step, i) => lookupOfStep(index, step, i)) : NO_STEPS,
    always: exact.size > 0 ? [...exact.keys()].filter((slot) => !accepts || accepts(slot)) : NONE,
    accepts,
    exhaustive,
    limit,
    priorOf: priorsOf(inputs),
  };
}

function lookupOfStep(index: ToolIndex, { text, words }: RequestStep, position: number): Step {
  return { terms: termsOfWords(words, index.lexicon), vector: index.queryVectorOf(text, position + 1) };
}

function priorsOf({ index, prior }: SearchInputs): Lookup['priorOf'] {
  if (!prior && !index.slots.hasDeprecated) return undefined;
  return (slot) => priorOf(index.slots.toolAt(slot), prior);
}

/** Clamped: usage and deprecation reorder only tools whose scores are almost equal. */
function priorOf(tool: Tool | undefined, prior: UsagePrior | undefined): number {
  if (!tool) return 0;
  const usage = prior?.(tool) ?? 0;
  const lift = Number.isFinite(usage) ? SEARCH_SETTINGS.priorLift * Math.min(1, Math.max(0, usage)) : 0;
  return lift - (tool.deprecated ? SEARCH_SETTINGS.deprecatedDrop : 0);
}
