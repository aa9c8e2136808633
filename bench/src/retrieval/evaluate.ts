import type { Judged } from './calibration-table.ts';
import { type Measured, mean, measure } from './metrics.ts';
import { type Half, halfOf, type RetrievalSet } from './sets.ts';
import type { Subject } from './subjects/subject.ts';

const LIMIT = 10;

export interface Evaluation {
  readonly set: string;
  readonly subject: string;
  readonly all: Measured;
  readonly tune: Measured;
  readonly heldOut: Measured;
  /** Mean time of a query. */
  readonly ms: number;
  readonly buildMs: number;
  readonly empty: number;
  readonly judged: readonly (Judged & { readonly half: Half })[];
}

export async function evaluate(subject: Subject, set: RetrievalSet): Promise<Evaluation> {
  const buildStarted = performance.now();
  const searcher = await subject.build(set.tools);
  const buildMs = performance.now() - buildStarted;
  const measured: { half: Half; value: Measured }[] = [];
  const judged: (Judged & { half: Half })[] = [];
  let empty = 0;
  let ms = 0;
  for (const query of set.queries) {
    const started = performance.now();
    const found = await searcher.search(query.query, LIMIT);
    ms += performance.now() - started;
    if (found.length === 0) empty++;
    const half = halfOf(query.query);
    measured.push({
      half,
      value: measure(
        query,
        found.map(({ id }) => id),
      ),
    });
    for (const { id, score } of found) judged.push({ half, score, right: query.relevant.includes(id) });
  }
  const valuesOf = (half?: Half) =>
    measured.filter((one) => half === undefined || one.half === half).map(({ value }) => value);
  return {
    set: set.name,
    subject: subject.name,
    all: mean(valuesOf()),
    tune: mean(valuesOf('tune')),
    heldOut: mean(valuesOf('held-out')),
    ms: ms / Math.max(1, set.queries.length),
    buildMs,
    empty,
    judged,
  };
}
