import type { Judged } from './calibration-table.ts';
import { type Measured, mean, measure } from './metrics.ts';
import { type Half, halfOf, type RetrievalSet, type SetQuery } from './sets.ts';
import type { Found, Searcher, Subject } from './subjects/subject.ts';

const LIMIT = 10;

/** One request with its ranking measured. */
export interface MeasuredRequest {
  readonly id: string;
  readonly kind: string | undefined;
  readonly half: Half;
  readonly value: Measured;
  /** Score of the first hit; 0 without hits. */
  readonly score: number;
}

export interface Evaluation {
  readonly set: string;
  readonly subject: string;
  /** The requests as they were written. */
  readonly requests: readonly MeasuredRequest[];
  /** What an agent types for them. The values of several searches of a request are averaged. */
  readonly searches: readonly MeasuredRequest[];
  /** Best scores of requests that no tool fits: as they were written, and as an agent types them. */
  readonly absent: { readonly requests: readonly number[]; readonly searches: readonly number[] };
  /** Mean time of a query. */
  readonly ms: number;
  readonly buildMs: number;
  readonly empty: number;
  readonly judged: readonly (Judged & { readonly half: Half; readonly rank: number })[];
}

export async function evaluate(subject: Subject, set: RetrievalSet): Promise<Evaluation> {
  const buildStarted = performance.now();
  const searcher = await subject.build(set.tools);
  const buildMs = performance.now() - buildStarted;
  const requests: MeasuredRequest[] = [];
  const judged: (Judged & { half: Half; rank: number })[] = [];
  let empty = 0;
  let ms = 0;
  for (const query of set.queries) {
    const started = performance.now();
    const found = await searcher.search(query.query, LIMIT);
    ms += performance.now() - started;
    if (found.length === 0) empty++;
    const request = measuredRequest(query, found);
    requests.push(request);
    for (const [rank, { id, score }] of found.entries()) {
      judged.push({ half: request.half, score, right: query.relevant.includes(id), rank });
    }
  }
  const searches = await evaluateSearches(searcher, set);
  await searcher.close?.();
  return {
    set: set.name,
    subject: subject.name,
    requests,
    ...searches,
    ms: ms / Math.max(1, set.queries.length),
    buildMs,
    empty,
    judged,
  };
}

async function evaluateSearches(
  searcher: Searcher,
  { queries, absent = [], searches = [] }: RetrievalSet,
): Promise<Pick<Evaluation, 'searches' | 'absent'>> {
  const byId = new Map([...queries, ...absent].map((query) => [query.id, query]));
  const measured: MeasuredRequest[] = [];
  const absentSearches: number[] = [];
  for (const { id, searches: texts } of searches) {
    const query = byId.get(id);
    if (!query) continue;
    const each: MeasuredRequest[] = [];
    for (const text of texts) each.push(measuredRequest(query, await searcher.search(text, LIMIT)));
    const score = Math.max(0, ...each.map((one) => one.score));
    if (query.relevant.length === 0) absentSearches.push(score);
    else measured.push({ ...measuredRequest(query, []), value: mean(each.map(({ value }) => value)), score });
  }
  const requests: number[] = [];
  for (const { query } of absent) requests.push((await searcher.search(query, LIMIT))[0]?.score ?? 0);
  return { searches: measured, absent: { requests, searches: absentSearches } };
}

function measuredRequest(query: SetQuery, found: readonly Found[]): MeasuredRequest {
  const value = measure(
    query,
    found.map(({ id }) => id),
  );
  return { id: query.id, kind: query.kind, half: halfOf(query.query), value, score: found[0]?.score ?? 0 };
}
