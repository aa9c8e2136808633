import { describe, expect, it } from 'vitest';
import { CallAborted, withDeadline } from './deadline.ts';

const never = () => new Promise<never>(() => {});

describe('the signal of work under a deadline', () => {
  it('aborts with its parent when it was asked for before', async () => {
    const parent = new AbortController();
    let seen: AbortSignal | undefined;
    const ended = withDeadline(parent.signal, 60_000, (signal) => {
      seen = signal();
      return never();
    });
    expect(seen?.aborted).toBe(false);
    parent.abort();
    await expect(ended).rejects.toMatchObject({ reason: 'cancelled' });
    expect(seen?.aborted).toBe(true);
  });

  it('is aborted already when it is first asked for after the time was up', async () => {
    let ask: (() => AbortSignal) | undefined;
    const ended = withDeadline(new AbortController().signal, 1, (signal) => {
      ask = signal;
      return never();
    });
    await expect(ended).rejects.toMatchObject({ reason: 'timeout' });
    expect(ask?.().aborted).toBe(true);
    expect(ask?.().reason).toBeInstanceOf(CallAborted);
  });

  it('is one and the same however often it is asked for', async () => {
    const [first, second] = await withDeadline(new AbortController().signal, 60_000, (ask) => [ask(), ask()]);
    expect(first).toBe(second);
  });
});
