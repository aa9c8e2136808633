import { describe, expect, it } from 'vitest';
import type { Evaluation } from './evaluate.ts';
import { METRICS, type Measured } from './metrics.ts';
import { splitGap } from './split-gap.ts';

function evaluation(subject: string, set: string, hits: Readonly<Record<string, readonly number[]>>): Evaluation {
  const requests = Object.entries(hits).flatMap(([kind, values]) =>
    values.map((value, i) => ({
      id: `${kind}${i}`,
      kind,
      half: 'tune' as const,
      value: Object.fromEntries(METRICS.map((metric) => [metric, value])) as Measured,
      score: 0,
    })),
  );
  return {
    set,
    subject,
    requests,
    searches: [],
    absent: { requests: [], searches: [] },
    ms: 0,
    buildMs: 0,
    empty: 0,
    judged: [],
  };
}

describe('splitGap', () => {
  // The train split has more easy requests, which must not count as a gap.
  const own = [
    evaluation('foldout', 'pairs-train', { easy: [1, 1, 1, 1], hard: [0.6] }),
    evaluation('foldout', 'pairs-development', { easy: [1], hard: [0.5, 0.5] }),
    evaluation('foldout', 'pairs-test', { easy: [1], hard: [0.2] }),
    evaluation('foldout', 'pairs-test-2', { hard: [0.2] }),
  ];
  const peer = [
    evaluation('minisearch-tuned', 'pairs-train', { easy: [0.5], hard: [0.4] }),
    evaluation('minisearch-tuned', 'pairs-development', { easy: [0.5], hard: [0.4] }),
    evaluation('minisearch-tuned', 'pairs-test', { easy: [0.5], hard: [0.2] }),
  ];

  it('compares the splits by kind, and takes off what the requests differ by', () => {
    const lines = (splitGap([...own, ...peer]) ?? '').split('\n').map((line) => line.trim().split(/\s{2,}/));
    expect(lines).toContainEqual(['hit@1', 'train - development', '0.050', '0.000', '0.050']);
    expect(lines).toContainEqual(['hit@1', 'train - test', '0.200', '0.100', '0.100']);
  });

  it('is left out if a split or the untrained engine was not measured', () => {
    expect(splitGap(own)).toBeUndefined();
    expect(splitGap([...own.slice(1), ...peer])).toBeUndefined();
  });
});
