import type { Tool } from '../catalog/tool.ts';
import { findCandidates, type Lookup, type Step } from './candidates.ts';
import { explain } from './explanation.ts';
import type { ModelTier } from './meaning/model-tier.ts';
import type { Accepts } from './meaning/vector-store.ts';
import { corrected, LONGEST_QUERY, type QueryTerm, termsOfWords } from './query.ts';
import { rank } from './ranking.ts';
import { type ScoredHits, scoreHits } from './score-hits.ts';
import { SEARCH_SETTINGS } from './search-settings.ts';
import type { SearchAnswer, SearchHit, SearchOptions, UsagePrior } from './search-types.ts';
import { menuAnswer, serverListing } from './special-answers.ts';
import { splitWords } from './text/split-words.ts';
import { type RequestStep, stepsOf } from './text/steps.ts';
import { type QueryWord, tellingWords } from './text/terms.ts';
import type { ToolIndex } from './tool-index.ts';

/** How many are put in order at least: how far the best stands above the tenth tells how sure it is. */
const RANKED = 10;
const NONE: readonly number[] = [];
const NO_STEPS: readonly Step[] = [];

/** What a search draws on. */
export interface Sources {
  readonly index: ToolIndex;
  readonly model?: ModelTier | undefined;
  readonly prior?: UsagePrior | undefined;
}

/** One query, from words to an answer. */
export function answerOf(sources: Sources, query: string, options: SearchOptions): SearchAnswer {
  const { index } = sources;
  if (index.slots.size === 0) return { hits: [], confident: false, menu: [] };
  const text = query.slice(0, LONGEST_QUERY);
  const asked = askedFor(index, options);
  const { accepts, limit } = asked;
  const words = splitWords(text);
  const exact = index.names.named(text, words);
  const server = accepted(index.names.ofServer(text, words), accepts);
  if (server.length > 0) {
    const named = accepted(
      [...exact].flatMap(([slot, naming]) => (naming === 'whole' ? [slot] : [])),
      accepts,
    );
    return { hits: selected(serverListing(index, server, named, asked.explain), asked), confident: true, menu: [] };
  }

  const steps = stepsOf(text);
  const telling = tellingWords(words);
  const lookup = lookupOf(sources, query, telling, steps, asked, exact);
  const { lexical, found, vectors } = index;
  const candidates = findCandidates({ lexical, found, vectors, modelVectors: sources.model?.vectors }, lookup);
  const request = {
    meaning: vectors !== undefined,
    model: lookup.modelVector !== undefined,
    steps: steps.length > 0,
    words: telling.length,
  };
  const ranking = rank(candidates, request, Math.max(RANKED, limit), exact);
  const basis = request.model ? 'model' : request.meaning ? 'meaning' : 'lexical';
  const scored = scoreHits(index, ranking, lookup.terms, exact, Math.max(1, limit), basis);
  const hits = shownHits(index, scored, lookup.terms, steps, asked);
  const [best] = scored.hits;
  // A tool that was named is what was asked for, however little else speaks for it.
  const confident = best !== undefined && (best.tier === 'exact' || best.score >= SEARCH_SETTINGS.confidentFrom);
  if (confident) return { hits, confident, menu: [] };
  const answer = menuAnswer(index, hits, accepts, limit, asked.explain);
  return { ...answer, hits: selected(answer.hits, asked) };
}

/** The options of a search, every one of them given. */
interface Asked {
  readonly limit: number;
  readonly minScore: number;
  readonly explain: boolean;
  readonly exhaustive: boolean;
  readonly accepts: Accepts | undefined;
}

function askedFor(index: ToolIndex, options: SearchOptions): Asked {
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

function selected(hits: readonly SearchHit[], { minScore, limit }: Asked): SearchHit[] {
  return hits.filter(({ score }) => score >= minScore).slice(0, limit);
}

/** Hits are best first: the first that is below the lowest score asked for ends the list. */
function shownHits(
  index: ToolIndex,
  { hits: scored, shared }: ScoredHits,
  terms: readonly QueryTerm[],
  steps: readonly RequestStep[],
  { limit, minScore, explain: withExplanation }: Asked,
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
  sources: Sources,
  query: string,
  telling: readonly QueryWord[],
  steps: readonly RequestStep[],
  { accepts, exhaustive, limit }: Asked,
  exact: ReadonlyMap<number, unknown>,
): Lookup {
  const { index, model } = sources;
  const terms = termsOfWords(telling, index.lexicon);
  return {
    terms,
    vector: index.meaningOf(corrected(query.slice(0, LONGEST_QUERY), terms)),
    modelVector: model?.vectors && model.queryVector(query),
    steps: steps.length > 0 ? steps.map((step, i) => lookupOfStep(index, step, i)) : NO_STEPS,
    always: exact.size > 0 ? accepted([...exact.keys()], accepts) : NONE,
    accepts,
    exhaustive,
    limit,
    priorOf: priorsOf(sources),
  };
}

/** Without a filter there is nothing to ask: what an index holds is there. */
function acceptsOf({ slots }: ToolIndex, { filter }: SearchOptions): Accepts | undefined {
  if (!filter) return undefined;
  return (slot) => {
    const tool = slots.toolAt(slot);
    return tool !== undefined && filter(tool);
  };
}

function lookupOfStep(index: ToolIndex, { text, words }: RequestStep, position: number): Step {
  return { terms: termsOfWords(words, index.lexicon), vector: index.meaningOf(text, position + 1) };
}

function priorsOf({ index, prior }: Sources): Lookup['priorOf'] {
  if (!prior && !index.slots.hasDeprecated) return undefined;
  return (slot) => priorOf(index.slots.toolAt(slot), prior);
}

/** Bounded both ways: neither much use nor deprecation can do more than settle a close call. */
function priorOf(tool: Tool | undefined, prior: UsagePrior | undefined): number {
  if (!tool) return 0;
  const usage = prior?.(tool) ?? 0;
  const lift = Number.isFinite(usage) ? SEARCH_SETTINGS.priorLift * Math.min(1, Math.max(0, usage)) : 0;
  return lift - (tool.deprecated ? SEARCH_SETTINGS.deprecatedDrop : 0);
}
