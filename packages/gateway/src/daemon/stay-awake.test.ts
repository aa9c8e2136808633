import { beforeEach, describe, expect, it } from 'vitest';
import { StayAwake } from './stay-awake.ts';

let now = 0;
let turns: (() => void)[] = [];
let awake: StayAwake;

/** Runs turns of the event loop, each a tenth of a millisecond long. Returns how many there were before it would sleep. */
function turnsUntilSleep(most = 100): number {
  for (let turn = 0; turn < most; turn += 1) {
    const [next] = turns.splice(0, 1);
    if (!next) return turn;
    now += 0.1;
    next();
  }
  return most;
}

beforeEach(() => {
  now = 0;
  turns = [];
  awake = new StayAwake({ now: () => now, soon: (work) => turns.push(work) });
});

describe('a relay', () => {
  it('sleeps when there was no message', () => {
    expect(turnsUntilSleep()).toBe(0);
  });

  it('stays awake for the answer, and sleeps after it', () => {
    awake.sent();
    expect(turnsUntilSleep(2)).toBe(2);
    awake.answered();
    expect(turnsUntilSleep()).toBeLessThanOrEqual(1);
  });

  it('sleeps after a millisecond without an answer', () => {
    awake.sent();
    expect(turnsUntilSleep()).toBeLessThan(20);
    expect(now).toBeLessThan(1.5);
  });

  it('waits once, however many messages it passes on meanwhile', () => {
    awake.sent();
    awake.sent();
    awake.answered();
    awake.sent();
    expect(turns).toHaveLength(1);
  });

  it('stops waiting where answers take longer, tries now and then, and goes on when one comes in time', () => {
    const waits = (messages: number): number => {
      let count = 0;
      for (let message = 0; message < messages; message += 1) {
        awake.sent();
        if (turnsUntilSleep() > 0) count += 1;
      }
      return count;
    };
    expect(waits(16)).toBe(16);
    expect(waits(47)).toBe(0);
    awake.sent();
    expect(turnsUntilSleep(1)).toBe(1);
    awake.answered();
    turnsUntilSleep();
    expect(waits(1)).toBe(1);
  });
});
