/**
 * Gradient-boosted trees of one depth, as flat arrays. Node `n` of a tree goes to `2n + 1`, or to `2n + 2` when the value
 * of its signal is above its threshold.
 */
export interface Trees {
  readonly depth: number;
  readonly count: number;
  /** `2^depth - 1` signals and thresholds for each tree. */
  readonly signals: Uint8Array;
  readonly thresholds: Float64Array;
  /** `2^depth` values for each tree. */
  readonly leaves: Float64Array;
}

/** Reads trees from text: for each tree one line, `signal:threshold` for each node, then the leaves. */
export function parseTrees(depth: number, text: string): Trees {
  const lines = text.split('\n').filter((line) => line !== '');
  const nodes = 2 ** depth - 1;
  const signals = new Uint8Array(lines.length * nodes);
  const thresholds = new Float64Array(lines.length * nodes);
  const leaves = new Float64Array(lines.length * (nodes + 1));
  for (const [tree, line] of lines.entries()) {
    const parts = line.split(' ');
    for (let n = 0; n < nodes; n++) {
      const [signal = '', threshold = ''] = (parts[n] ?? '').split(':');
      signals[tree * nodes + n] = Number(signal);
      thresholds[tree * nodes + n] = Number(threshold);
    }
    for (let n = 0; n <= nodes; n++) leaves[tree * (nodes + 1) + n] = Number(parts[nodes + n]);
  }
  return { depth, count: lines.length, signals, thresholds, leaves };
}

/** The sum of the trees for the row of `rows` that starts at `from`. */
export function scoreOfRow(
  { depth, count, signals, thresholds, leaves }: Trees,
  rows: Float64Array,
  from: number,
): number {
  const nodes = (1 << depth) - 1;
  let score = 0;
  let start = 0;
  for (let tree = 0; tree < count; tree++) {
    let node = 0;
    for (let level = 0; level < depth; level++) {
      const at = start + node;
      node = 2 * node + 1;
      if ((rows[from + (signals[at] as number)] as number) > (thresholds[at] as number)) node++;
    }
    score += leaves[start + tree + node - nodes] as number;
    start += nodes;
  }
  return score;
}
