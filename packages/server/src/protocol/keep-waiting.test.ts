import { knownClient } from '@foldout/clients';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepWaiting } from './keep-waiting.ts';

const factsOf = (name: string) => {
  const facts = knownClient(name)?.facts;
  if (!facts) throw new Error(`${name} is not known`);
  return facts;
};

describe('a long call', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('reports progress before the client gives up, above what the tool has reported, until it ends', () => {
    const sent: { progress: number; total?: number | undefined }[] = [];
    const waiting = keepWaiting(factsOf('opencode'), (progress) => sent.push(progress));
    vi.advanceTimersByTime(59_000);
    expect(sent).toHaveLength(1);
    waiting?.reportProgress({ progress: 2, total: 5 });
    vi.advanceTimersByTime(10_000);
    expect(sent.at(-1)).toEqual({ progress: 2.001, total: 5 });
    expect(sent.map(({ progress }) => progress)).toEqual([...sent.map(({ progress }) => progress)].sort());
    waiting?.end();
    vi.advanceTimersByTime(600_000);
    expect(sent).toHaveLength(3);
  });

  it.each(['claude-code', '@cline/core', 'kimi-code'])('reports nothing of itself to %s', (name) => {
    expect(keepWaiting(factsOf(name), () => {})).toBeUndefined();
  });
});
