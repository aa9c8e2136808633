import type { Tool } from '../catalog/tool.ts';
import type { Basis } from './calibration.ts';
import { findCandidates, type Lookup, type Step } from './candidates.ts';
import { explain } from './explanation.ts';
import { requestText, trustIn } from './languages/request-text.ts';
import type { ModelTier } from './meaning/model-tier.ts';
import type { Accepts } from './meaning/sketch-scan.ts';
import { corrected, LONGEST_QUERY, type QueryTerm, termsOfWords } from './query.ts';
import { rank } from './ranking.ts';
import { type ScoredHits, scoreHits } from './score-hits.ts';
import { SEARCH_SETTINGS } from './search-settings.ts';
import type { SearchAnswer, SearchHit, SearchOptions, UsagePrior } from './search-types.ts';
import { menuAnswer, serverListing } from './special-answers.ts';
import { splitWords } from './text/split-words.ts';
import { type RequestStep, stepsOf } from './text/steps.ts';
import { contentWords, type QueryWord } from './text/terms.ts';
import type { ToolIndex } from './tool-index.ts';

/** Minimum number of ranked tools: calibration uses the lead of the first hit over the tenth. */
const RANKED = 10;
const NONE: readonly number[] = [];
const NO_STEPS: readonly Step[] = [];

/** The index, and the optional ranking signals: embedding model and usage. */
export interface SearchInputs {
  readonly index: ToolIndex;
  readonly model?: ModelTier | undefined;
  readonly prior?: UsagePrior | undefined;
}

/** Runs one query: finds tools named in the query, collects candidates, ranks them, calibrates the scores. */
export function answerQuery(inputs: SearchInputs, query: string, options: SearchOptions): SearchAnswer {
  const { index } = inputs;
  if (index.slots.size === 0) return { hits: [], confident: false, menu: [] };
  const text = query.slice(0, LONGEST_QUERY);
  const settings = withDefaults(index, options);
  const { accepts, limit } = settings;
  const words = splitWords(text);
  const exact = index.names.named(text, words);
  const server = accepted(index.names.ofServer(text, words), accepts);
  if (server.length > 0) {
    const named = accepted(
      [...exact].flatMap(([slot, naming]) => (naming === 'whole' ? [slot] : [])),
      accepts,
    );
    return {
      hits: selected(serverListing(index, server, named, settings.explain), settings),
      confident: true,
      menu: [],
    };
  }

  const request = requestText(text, index.knows);
  const steps = stepsOf(request.text);
  const content = contentWords(request.text === text ? words : splitWords(request.text));
  const lookup = lookupOf(inputs, request.text, content, steps, settings, exact);
  const { lexical, found, vectors } = index;
  const candidates = findCandidates({ lexical, found, vectors, modelVectors: inputs.model?.vectors }, lookup);
  const signals = {
    meaning: vectors !== undefined,
    model: lookup.modelVector !== undefined,
    steps: steps.length > 0,
    words: content.length,
  };
  const ranking = rank(candidates, signals, Math.max(RANKED, limit), exact);
  const basis = signals.model ? 'model' : signals.meaning ? 'meaning' : 'lexical';
  const scored = scoreHits(index, ranking, lookup.terms, exact, Math.max(1, limit), basis, trustIn(request));
  const hits = shownHits(index, scored, lookup.terms, steps, settings);
  const [best] = scored.hits;
  // A tool that the query names is a confident hit, whatever its score.
  const confident = best !== undefined && (best.tier === 'exact' || best.score >= SEARCH_SETTINGS.confidentFrom);
  if (confident)
    return { hits, confident, menu: [], ...(isDoubtful(best, scored.shared.likeness, basis) && { doubtful: true }) };
  const answer = menuAnswer(index, hits, accepts, limit, settings.explain);
  return { ...answer, hits: selected(answer.hits, settings) };
}

function isDoubtful({ tier, score }: Pick<SearchHit, 'tier' | 'score'>, likeness: number, basis: Basis): boolean {
  const { doubtfulBelow } = SEARCH_SETTINGS;
  if (tier === 'exact') return false;
  return score < doubtfulBelow.score || (basis === 'meaning' && likeness < doubtfulBelow.likeness);
}

/** The options of a search with the defaults filled in. */
interface Settings {
  readonly limit: number;
  readonly minScore: number;
  readonly explain: boolean;
  readonly exhaustive: boolean;
  readonly accepts: Accepts | undefined;
}

function withDefaults(index: ToolIndex, options: SearchOptions): Settings {
  return {
    limit: Math.max(0, Math.floor(options.limit ?? SEARCH_SETTINGS.limit)),
    minScore: options.minScore ?? SEARCH_SETTINGS.minScore,
    explain: options.explain ?? false,
    exhaustive: options.exhaustive ?? false,
    accepts: acceptsOf(index, options),
  };
}

function accepted(slots: readonly number[], accepts: Accepts | undefined): readonly number[] {
  return accepts ? slots.filter(accepts) : slots;
}

function selected(hits: readonly SearchHit[], { minScore, limit }: Settings): SearchHit[] {
  return hits.filter(({ score }) => score >= minScore).slice(0, limit);
}

/** `scored` is sorted best first, so the first hit below `minScore` ends the list. */
function shownHits(
  index: ToolIndex,
  { hits: scored, shared }: ScoredHits,
  terms: readonly QueryTerm[],
  steps: readonly RequestStep[],
  { limit, minScore, explain: withExplanation }: Settings,
): SearchHit[] {
  const hits: SearchHit[] = [];
  for (const { tool, score, tier, fused, naming } of scored) {
    if (hits.length >= limit || score < minScore) break;
    if (!withExplanation) {
      hits.push({ tool, score, tier });
      continue;
    }
    const evidence = { ...shared, fused: fused.total, ...(naming && { naming }) };
    const found = { text: index.textOf(tool), score, tier, fused, evidence };
    const stepTexts = steps.map((step) => step.text);
    const explanation = explain(index.lexical, found, terms, stepTexts, index.vectors !== undefined);
    hits.push({ tool, score, tier, explanation });
  }
  return hits;
}

function lookupOf(
  inputs: SearchInputs,
  query: string,
  content: readonly QueryWord[],
  steps: readonly RequestStep[],
  { accepts, exhaustive, limit }: Settings,
  exact: ReadonlyMap<number, unknown>,
): Lookup {
  const { index, model } = inputs;
  const terms = termsOfWords(content, index.lexicon);
  return {
    terms,
    vector: index.queryVectorOf(corrected(query, terms)),
    modelVector: model?.vectors && model.queryVector(query),
    steps: steps.length > 0 ? steps.map((step, i) => lookupOfStep(index, step, i)) : NO_STEPS,
    always: exact.size > 0 ? accepted([...exact.keys()], accepts) : NONE,
    accepts,
    exhaustive,
    limit,
    priorOf: priorsOf(inputs),
  };
}

/** Undefined without a filter, so that the inner loops skip the check. */
function acceptsOf({ slots }: ToolIndex, { filter }: SearchOptions): Accepts | undefined {
  if (!filter) return undefined;
  return (slot) => {
    const tool = slots.toolAt(slot);
    return tool !== undefined && filter(tool);
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
