import type { Tool } from '../catalog/tool.ts';
import { findCandidates, type Lookup } from './candidates.ts';
import { explain } from './explanation.ts';
import type { ModelTier } from './meaning/model-tier.ts';
import { queryVector } from './meaning/vector-store.ts';
import { corrected, LONGEST_QUERY, termsOfQuery, termsOfWords } from './query.ts';
import { fuse } from './ranking.ts';
import { scoreHits } from './score-hits.ts';
import { SEARCH_SETTINGS } from './search-settings.ts';
import type { SearchAnswer, SearchHit, SearchOptions, UsagePrior } from './search-types.ts';
import { menuAnswer, serverListing } from './special-answers.ts';
import { type RequestStep, stepsOf } from './text/steps.ts';
import type { ToolIndex } from './tool-index.ts';

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
  const accepts = (slot: number) => {
    const tool = index.slots.toolAt(slot);
    return tool !== undefined && (options.filter?.(tool) ?? true);
  };
  const select = <Hit extends { readonly score: number }>(hits: readonly Hit[]) =>
    hits.filter(({ score }) => score >= minScore).slice(0, limit);

  const exact = index.names.named(text);
  const server = index.names.ofServer(text).filter(accepts);
  if (server.length > 0) {
    return { hits: select(serverListing(index, server, exact, withExplanation)), confident: true, menu: [] };
  }

  const steps = stepsOf(text);
  const named = [...exact.keys()].filter(accepts);
  const lookup = {
    ...lookupOf(sources, query, steps),
    always: named,
    accepts,
    exhaustive: options.exhaustive ?? false,
  };
  const { vectors } = index;
  const candidates = findCandidates({ lexical: index.lexical, vectors, modelVectors: sources.model?.vectors }, lookup);
  const fused = fuse(candidates, {
    meaning: vectors !== undefined,
    model: lookup.modelVector !== undefined,
    steps: steps.length > 0,
  });
  fused.sort((a, b) => b.total - a.total || a.candidate.slot - b.candidate.slot);
  const basis = lookup.modelVector ? 'model' : vectors ? 'meaning' : 'lexical';
  const scored = scoreHits(index, fused, lookup.terms, exact, Math.max(1, limit), basis);
  const confident = (scored[0]?.score ?? 0) >= SEARCH_SETTINGS.confidentFrom;
  const hits = select(scored).map((hit): SearchHit => {
    const { tool, score, tier, fused: parts, evidence } = hit;
    if (!withExplanation) return { tool, score, tier };
    const found = { slot: parts.candidate.slot, text: index.textOf(tool), score, tier, fused: parts, evidence };
    const explanation = explain(
      index.lexical,
      found,
      lookup.terms,
      steps.map((step) => step.text),
      vectors !== undefined,
    );
    return { tool, score, tier, explanation };
  });
  if (confident) return { hits, confident, menu: [] };
  const answer = menuAnswer(index, hits, accepts, options.filter !== undefined, limit, withExplanation);
  return { ...answer, hits: select(answer.hits) };
}

function lookupOf(
  { index, model, prior }: Sources,
  query: string,
  steps: readonly RequestStep[],
): Omit<Lookup, 'always' | 'accepts' | 'exhaustive'> {
  const text = query.slice(0, LONGEST_QUERY);
  const { table, lexicon } = index;
  const vectorOf = (part: string) => (table ? queryVector(table.embed(part)) : undefined);
  const terms = termsOfQuery(text, lexicon);
  return {
    terms,
    vector: vectorOf(corrected(text, terms)),
    modelVector: model?.vectors ? model.queryVector(query) : undefined,
    steps: steps.map(({ text: part, words }) => ({ terms: termsOfWords(words, lexicon), vector: vectorOf(part) })),
    priorOf: (slot) => priorOf(index.slots.toolAt(slot), prior),
  };
}

/** Bounded both ways: neither much use nor deprecation can do more than settle a close call. */
function priorOf(tool: Tool | undefined, prior: UsagePrior | undefined): number {
  if (!tool) return 0;
  const usage = prior?.(tool) ?? 0;
  const lift = Number.isFinite(usage) ? SEARCH_SETTINGS.priorLift * Math.min(1, Math.max(0, usage)) : 0;
  return lift - (tool.deprecated ? SEARCH_SETTINGS.deprecatedDrop : 0);
}
