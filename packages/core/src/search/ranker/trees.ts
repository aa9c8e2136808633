/**
 * Gradient-boosted trees of one depth, as flat arrays. Node `n` of a tree goes to `2n + 1`, or to `2n + 2` when the value
 * of its signal is above its threshold.
 */
export interface Trees {
  readonly depth: number;
  readonly count: number;
  /** `2^depth - 1` signals and thresholds for each tree. */
  readonly signals: Uint8Array;
  /** In fixed point. */
  readonly thresholds: Int32Array;
  /** `2^depth` values for each tree. */
  readonly leaves: Float64Array;
}

/** One, in fixed point. */
const ONE = 2 ** 16;
/** The highest number in fixed point: the difference of two of them still fits in 32 bits. */
const HIGHEST = 2 ** 30 - 1;

/** Reads trees from text: for each tree one line, `signal:threshold` for each node, then the leaves. */
export function parseTrees(depth: number, text: string): Trees {
  const lines = text.split('\n').filter((line) => line !== '');
  const nodes = 2 ** depth - 1;
  const signals = new Uint8Array(lines.length * nodes);
  const thresholds = new Int32Array(lines.length * nodes);
  const leaves = new Float64Array(lines.length * (nodes + 1));
  for (const [tree, line] of lines.entries()) {
    const parts = line.split(' ');
    for (let n = 0; n < nodes; n++) {
      const [signal = '', threshold = ''] = (parts[n] ?? '').split(':');
      signals[tree * nodes + n] = Number(signal);
      thresholds[tree * nodes + n] = fixed(Number(threshold));
    }
    for (let n = 0; n <= nodes; n++) leaves[tree * (nodes + 1) + n] = Number(parts[nodes + n]);
  }
  return { depth, count: lines.length, signals, thresholds, leaves };
}

/** Rows of signals in fixed point, as `scoreOfRow` reads them. The result is valid until the next call. */
export function fixedRows(rows: Float64Array, count: number): Int32Array {
  if (scratch.length < count) scratch = new Int32Array(count * 2);
  for (let i = 0; i < count; i++) scratch[i] = fixed(rows[i] as number);
  return scratch;
}

let scratch = new Int32Array(0);

function fixed(value: number): number {
  return Math.floor(Math.max(-HIGHEST, Math.min(HIGHEST, value * ONE)));
}

/**
 * The sum of the trees for the row of `rows` that starts at `from`. Comparing two integers by the sign of their difference takes
 * no branch; a branch would be mispredicted at every other node, which took five times as long.
 */
export function scoreOfRow(
  { depth, count, signals, thresholds, leaves }: Trees,
  rows: Int32Array,
  from: number,
): number {
  const nodes = (1 << depth) - 1;
  let score = 0;
  let start = 0;
  for (let tree = 0; tree < count; tree++) {
    let node = 0;
    for (let level = 0; level < depth; level++) {
      const at = start + node;
      const isAbove = ((thresholds[at] as number) - (rows[from + (signals[at] as number)] as number)) >>> 31;
      node = 2 * node + 1 + isAbove;
    }
    score += leaves[start + tree + node - nodes] as number;
    start += nodes;
  }
  return score;
}
