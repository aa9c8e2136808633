import { describe, expect, it } from 'vitest';
import { contrast } from '../training/contrast.mjs';

const DIMENSIONS = 4;
/** Rows: ask, tidy, create, delete, issue. Nothing connects "tidy" with "delete" yet. */
const START = [
  [1, 0, 0, 0],
  [0.2, 0.2, 0.2, 0.9],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
  [0.5, 0.5, 0.5, 0],
].flat();
const TOOLS = [
  { words: [2, 4], server: 'tracker' },
  { words: [3, 4], server: 'tracker' },
];
const REQUESTS = [
  { words: [0, 1, 4], right: [1] },
  { words: [1, 4], right: [1] },
  { words: [0, 4], right: [0] },
];

function trained(): Float32Array {
  const rows = Float32Array.from(START);
  contrast(rows, DIMENSIONS, TOOLS, REQUESTS, {
    epochs: 40,
    batch: 2,
    hard: 1,
    temperature: 0.1,
    step: 0.05,
    anchor: 0.001,
    leastServers: 1,
    quiet: true,
  });
  return rows;
}

function cosine(rows: Float32Array, a: readonly number[], b: readonly number[]): number {
  const sum = (words: readonly number[]) =>
    Array.from({ length: DIMENSIONS }, (_, k) =>
      words.reduce((all, word) => all + (rows[word * DIMENSIONS + k] ?? 0), 0),
    );
  const [left, right] = [sum(a), sum(b)];
  const dot = left.reduce((all, value, k) => all + value * (right[k] ?? 0), 0);
  return dot / (Math.hypot(...left) * Math.hypot(...right));
}

describe('contrastive training of the vector table', () => {
  it('moves a request to its tool, and away from the tool of the same server with another action', () => {
    const lead = (rows: Float32Array) => cosine(rows, [1, 4], [3, 4]) - cosine(rows, [1, 4], [2, 4]);
    expect(lead(Float32Array.from(START))).toBeCloseTo(0, 1);
    expect(lead(trained())).toBeGreaterThan(0.3);
  });

  it('gives the same numbers twice', () => {
    expect(trained()).toEqual(trained());
  });
});
