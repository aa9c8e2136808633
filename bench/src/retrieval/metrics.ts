import type { SetQuery } from './sets.ts';

export const METRICS = ['hit@1', 'hit@5', 'recall@1', 'recall@3', 'recall@5', 'recall@10', 'ndcg@10', 'mrr'] as const;
export type Metric = (typeof METRICS)[number];
export type Measured = Readonly<Record<Metric, number>>;

/** The quality of one ranking. */
export function measure(query: SetQuery, ranking: readonly string[]): Measured {
  const relevant = new Set(query.relevant);
  const best = bestOf(query);
  const recall = (k: number) =>
    ranking.slice(0, k).filter((id) => relevant.has(id)).length / Math.max(1, relevant.size);
  const hit = (k: number) => (ranking.slice(0, k).some((id) => best.has(id)) ? 1 : 0);
  const first = ranking.findIndex((id) => relevant.has(id));
  return {
    'hit@1': hit(1),
    'hit@5': hit(5),
    'recall@1': recall(1),
    'recall@3': recall(3),
    'recall@5': recall(5),
    'recall@10': recall(10),
    'ndcg@10': ndcg(query, ranking.slice(0, 10)),
    mrr: first === -1 ? 0 : 1 / (first + 1),
  };
}

export function mean(values: readonly Measured[]): Measured {
  const sum = (metric: Metric) =>
    values.reduce((total, value) => total + value[metric], 0) / Math.max(1, values.length);
  return Object.fromEntries(METRICS.map((metric) => [metric, sum(metric)])) as Measured;
}

/** The tools with the highest grade: those that an expert would call. */
function bestOf({ relevant, grades }: SetQuery): ReadonlySet<string> {
  if (!grades) return new Set(relevant);
  const highest = Math.max(0, ...Object.values(grades));
  return new Set(relevant.filter((id) => grades[id] === highest));
}

function ndcg(query: SetQuery, ranking: readonly string[]): number {
  const gradeOf = (id: string) => query.grades?.[id] ?? (query.relevant.includes(id) ? 1 : 0);
  const ideal = query.relevant.map(gradeOf).sort((a, b) => b - a);
  const best = discounted(ideal.slice(0, 10));
  return best === 0 ? 0 : discounted(ranking.map(gradeOf)) / best;
}

function discounted(grades: readonly number[]): number {
  return grades.reduce((sum, grade, rank) => sum + (2 ** grade - 1) / Math.log2(rank + 2), 0);
}

/** The probability that a request with an answer scores higher than one without (area under the ROC curve). */
export function areaUnderCurve(present: readonly number[], absent: readonly number[]): number {
  let wins = 0;
  for (const high of present) for (const low of absent) wins += high > low ? 1 : high === low ? 0.5 : 0;
  return wins / Math.max(1, present.length * absent.length);
}
