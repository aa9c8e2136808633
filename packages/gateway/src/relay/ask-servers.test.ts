import { expect, it, vi } from 'vitest';
import { askInTurn } from './ask-servers.ts';

it('asks four at a time, and goes on while servers hang', async () => {
  vi.useFakeTimers();
  try {
    const asked: number[] = [];
    const ask = (server: number): Promise<void> => {
      asked.push(server);
      return new Promise(() => {});
    };
    askInTurn([1, 2, 3, 4, 5, 6], ask);
    await vi.advanceTimersByTimeAsync(10);
    expect(asked).toEqual([1, 2, 3, 4]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toEqual([1, 2, 3, 4, 5, 6]);
  } finally {
    vi.useRealTimers();
  }
});

it('asks none before the given promise has resolved', async () => {
  let start: () => void = () => {};
  const after = new Promise<void>((resolve) => {
    start = resolve;
  });
  const asked: number[] = [];
  const turns = askInTurn([1], async (server) => void asked.push(server), after);
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toEqual([]);
  start();
  await Promise.all(turns);
  expect(asked).toEqual([1]);
});
