import { table } from '../report.ts';
import type { Evaluation, MeasuredRequest } from './evaluate.ts';
import type { Metric } from './metrics.ts';

const SHOWN: readonly Metric[] = ['hit@1', 'hit@5', 'ndcg@10'];
const OWN = 'foldout';
/** A search engine that was trained on nothing: its gap is what the requests of the splits differ by. */
const UNTRAINED = 'minisearch-tuned';
const SPLITS = ['train', 'development', 'test'] as const;
type Split = (typeof SPLITS)[number];

/**
 * How much better the train servers do than the others, by kind of request with equal weights: the splits have different
 * shares of each kind. The last column takes off the gap of an engine that was not trained. Cross-validation over the train
 * servers (`training/cross-validate.mjs`) compares the same requests instead.
 */
export function splitGap(evaluations: readonly Evaluation[]): string | undefined {
  const requests = (subject: string, split: Split): MeasuredRequest[] =>
    evaluations
      .filter((one) => one.subject === subject && new RegExp(`^pairs-${split}(-\\d+)?$`).test(one.set))
      .flatMap((one) => one.requests);
  const own = new Map(SPLITS.map((split) => [split, requests(OWN, split)]));
  const peer = new Map(SPLITS.map((split) => [split, requests(UNTRAINED, split)]));
  if ([...own.values(), ...peer.values()].some((list) => list.length === 0)) return undefined;
  const kinds = kindsInAll([...own.values()]);
  const rows = SHOWN.flatMap((metric) =>
    (['development', 'test'] as const).map((split) => {
      const gapOf = (of: ReadonlyMap<Split, readonly MeasuredRequest[]>): number =>
        meanOfKinds(of.get('train') ?? [], kinds, metric) - meanOfKinds(of.get(split) ?? [], kinds, metric);
      const [trained, untrained] = [gapOf(own), gapOf(peer)];
      return [metric, `train - ${split}`, ...[trained, untrained, trained - untrained].map((gap) => gap.toFixed(3))];
    }),
  );
  return `seen and unseen servers, mean over ${kinds.length} kinds of request\n${table(['', 'splits', OWN, UNTRAINED, 'difference'], rows)}`;
}

function kindsInAll(lists: readonly (readonly MeasuredRequest[])[]): string[] {
  const [first = [], ...others] = lists.map((list) => new Set(list.map(({ kind }) => kind)));
  return [...first].filter((kind) => kind !== undefined && others.every((other) => other.has(kind))) as string[];
}

function meanOfKinds(requests: readonly MeasuredRequest[], kinds: readonly string[], metric: Metric): number {
  const means = kinds.map((wanted) => {
    const own = requests.filter(({ kind }) => kind === wanted);
    return own.reduce((sum, { value }) => sum + value[metric], 0) / own.length;
  });
  return means.reduce((sum, mean) => sum + mean, 0) / Math.max(1, means.length);
}
