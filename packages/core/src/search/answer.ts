import { explain } from './explanation.ts';
import type { Accepts } from './meaning/sketch-scan.ts';
import { type MeasuredRequest, measureRequest, type SearchInputs, type Settings } from './measure-request.ts';
import type { Naming } from './names/exact-names.ts';
import { patternHits } from './patterns/pattern-answer.ts';
import { patternQuery } from './patterns/pattern-query.ts';
import { LONGEST_QUERY } from './query.ts';
import { type ScoredHit, scoreHits } from './score-hits.ts';
import { SEARCH_SETTINGS } from './search-settings.ts';
import type { SearchAnswer, SearchHit, SearchOptions } from './search-types.ts';
import { menuAnswer, plainHit, serverListing } from './special-answers.ts';
import { splitWords } from './text/split-words.ts';
import type { ToolIndex } from './tool-index.ts';

const NONE: readonly SearchHit[] = [];

/** Runs one query: finds tools named in the query, collects candidates, ranks them, calibrates the scores. */
export function answerQuery(inputs: SearchInputs, query: string, options: SearchOptions): SearchAnswer {
  const { index } = inputs;
  if (index.slots.size === 0) return { hits: [], confident: false, menu: [] };
  const text = query.slice(0, LONGEST_QUERY);
  const settings = withDefaults(index, options);
  const { accepts, limit } = settings;
  const pattern = patternQuery(text);
  const matched = pattern ? patternHits(index, pattern, accepts, limit) : NONE;
  if (matched.length > 0)
    return {
      hits: selected(
        matched.map((hit) => plainHit(hit, settings.explain)),
        settings,
      ),
      confident: true,
      menu: [],
    };
  const words = splitWords(text);
  const exact: ReadonlyMap<number, Naming> = index.names.named(text, words);
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

  const measured = measureRequest(inputs, { text, words, exact }, settings);
  const scored = scoreHits(index, measured.ranked, measured.lookup.terms, measured.asked, Math.max(1, limit));
  const hits = shownHits(index, scored, measured, settings);
  const [best] = scored;
  // A tool that the query names is a confident hit, whatever its score.
  const confident = best !== undefined && (best.tier === 'exact' || isConfident(best.score, measured.likeness));
  if (confident) {
    const doubtful = best.tier !== 'exact' && best.score < SEARCH_SETTINGS.doubtfulBelow;
    return { hits, confident, menu: [], ...(doubtful && { doubtful }) };
  }
  const answer = menuAnswer(index, hits, accepts, limit, settings.explain);
  return { ...answer, hits: selected(answer.hits, settings) };
}

function isConfident(best: number, likeness: number | undefined): boolean {
  const { confidentFrom } = SEARCH_SETTINGS;
  if (best < confidentFrom.score) return false;
  return likeness === undefined || likeness >= confidentFrom.likeness || best >= confidentFrom.unlessScore;
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
  scored: readonly ScoredHit[],
  measured: MeasuredRequest,
  { limit, minScore, explain: withExplanation }: Settings,
): SearchHit[] {
  const hits: SearchHit[] = [];
  for (const hit of scored) {
    const { tool, score, tier, copies } = hit;
    if (hits.length >= limit || score < minScore) break;
    // Spreading conditional properties would take longer than ranking the hit.
    if (!copies && !withExplanation) hits.push({ tool, score, tier });
    else
      hits.push({
        tool,
        score,
        tier,
        ...(copies && { copies }),
        ...(withExplanation && { explanation: explain(index, hit, measured) }),
      });
  }
  return hits;
}

/** Undefined without a filter, so that the inner loops skip the check. */
function acceptsOf({ slots }: ToolIndex, { filter }: SearchOptions): Accepts | undefined {
  if (!filter) return undefined;
  return (slot) => {
    const tool = slots.toolAt(slot);
    return tool !== undefined && filter(tool);
  };
}
