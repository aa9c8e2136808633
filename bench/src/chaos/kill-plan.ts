import { pick } from '../seeded-random.ts';

export const VICTIMS = ['upstream', 'replica', 'client', 'postgres'] as const;
export type Victim = (typeof VICTIMS)[number];

export interface PlannedKill {
  readonly victim: Victim;
  readonly atMs: number;
}

/** A time in which something was killed and had not recovered. */
export interface KillWindow {
  readonly victim: Victim;
  readonly from: number;
  readonly to: number;
}

/** One kill in so many seconds, so that most of a long run lies outside of the windows. */
const SECONDS_PER_KILL = 25;
/** The first kill waits, so that a short run on a slow machine has calls outside of all windows too. */
const QUIET_START = { share: 0.4, mostMs: 20_000 };

/** Every victim once, in random order; in a long run more of all but PostgreSQL. The same seed gives the same plan. */
export function planKills(seconds: number, random: () => number): readonly PlannedKill[] {
  const count = Math.max(VICTIMS.length, Math.floor(seconds / SECONDS_PER_KILL));
  const others = VICTIMS.filter((victim) => victim !== 'postgres');
  const more = Array.from({ length: count - VICTIMS.length }, () => pick(others, random));
  const quietMs = Math.min(QUIET_START.share * seconds * 1_000, QUIET_START.mostMs);
  const slotMs = (seconds * 1_000 - quietMs) / count;
  return shuffled([...VICTIMS, ...more], random).map((victim, slot) => ({
    victim,
    // Within the first half of its slot, so that the rest of the slot is left for recovery.
    atMs: quietMs + (slot + 0.1 + 0.4 * random()) * slotMs,
  }));
}

/** Whether a call ran, at least for a part, inside one of the windows. */
export function isInWindow(beganAt: number, ms: number, windows: readonly KillWindow[]): boolean {
  return windows.some(({ from, to }) => beganAt < to && beganAt + ms > from);
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const left = [...items];
  return items.map(() => left.splice(Math.floor(random() * left.length), 1)[0] as T);
}
