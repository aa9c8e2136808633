import type { Tool } from '../catalog/tool.ts';
import { findCandidates, type Lookup, type Step } from './candidates.ts';
import { explain } from './explanation.ts';
import type { ModelTier } from './meaning/model-tier.ts';
import type { Accepts } from './meaning/vector-store.ts';
import { corrected, LONGEST_QUERY, termsOfWords } from './query.ts';
import { rank } from './ranking.ts';
import { scoreHits } from './score-hits.ts';
import { SEARCH_SETTINGS } from './search-settings.ts';
import type { SearchAnswer, SearchHit, SearchOptions, UsagePrior } from './search-types.ts';
import { menuAnswer, serverListing } from './special-answers.ts';
import { splitWords } from './text/split-words.ts';
import { type RequestStep, stepsOf } from './text/steps.ts';
import { tellingWords } from './text/terms.ts';
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
  const limit = Math.max(0, Math.floor(options.limit ?? SEARCH_SETTINGS.limit));
  const minScore = options.minScore ?? SEARCH_SETTINGS.minScore;
  const withExplanation = options.explain ?? false;
  const accepts = acceptsOf(index, options);
  const accepted = (slots: readonly number[]) => (accepts ? slots.filter(accepts) : slots);
  const select = <Hit extends { readonly score: number }>(hits: readonly Hit[]) =>
    hits.filter(({ score }) => score >= minScore).slice(0, limit);

  const words = splitWords(text);
  const exact = index.names.named(text, words);
  const server = accepted(index.names.ofServer(text, words));
  if (server.length > 0) {
    const named = accepted([...exact].flatMap(([slot, naming]) => (naming === 'whole' ? [slot] : [])));
    return { hits: select(serverListing(index, server, named, withExplanation)), confident: true, menu: [] };
  }

  const steps = stepsOf(text);
  const telling = tellingWords(words);
  const terms = termsOfWords(telling, index.lexicon);
  const lookup: Lookup = {
    terms,
    vector: index.meaningOf(corrected(text, terms)),
    modelVector: sources.model?.vectors && sources.model.queryVector(query),
    steps: steps.length > 0 ? steps.map((step, i) => lookupOfStep(index, step, i)) : NO_STEPS,
    always: exact.size > 0 ? accepted([...exact.keys()]) : NONE,
    accepts,
    exhaustive: options.exhaustive ?? false,
    limit,
    priorOf: priorsOf(sources),
  };
  const { vectors } = index;
  const { lexical, found } = index;
  const candidates = findCandidates({ lexical, found, vectors, modelVectors: sources.model?.vectors }, lookup);
  const request = {
    meaning: vectors !== undefined,
    model: lookup.modelVector !== undefined,
    steps: steps.length > 0,
    words: telling.length,
  };
  const ranking = rank(candidates, request, Math.max(RANKED, limit), exact);
  const basis = lookup.modelVector ? 'model' : vectors ? 'meaning' : 'lexical';
  const { hits: scored, shared } = scoreHits(index, ranking, terms, exact, Math.max(1, limit), basis);
  const confident = (scored[0]?.score ?? 0) >= SEARCH_SETTINGS.confidentFrom;
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
    hits.push({ tool, score, tier, explanation: explain(lexical, found, terms, stepTexts, vectors !== undefined) });
  }
  if (confident) return { hits, confident, menu: [] };
  const answer = menuAnswer(index, hits, accepts, limit, withExplanation);
  return { ...answer, hits: select(answer.hits) };
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
