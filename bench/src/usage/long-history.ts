import { randomUUID } from 'node:crypto';
import type { UsageBatch, UsageEvent, UsageStore } from '@foldout/usage';
import { pick, seededRandom } from '../seeded-random.ts';

const SERVERS = 20;
const TOOLS_PER_SERVER = 15;
const DAYS = 400;
const DAY = 86_400_000;
const PER_BATCH = 250_000;
const CLIENTS = ['claude-code', 'cursor', 'codex', 'vscode'];

const TOOLS = Array.from({ length: SERVERS * TOOLS_PER_SERVER }, (_, i) => ({
  server: `server-${i % SERVERS}`,
  tool: `tool-${i}`,
}));
export const TOOL_KEYS = TOOLS.map(({ server, tool }) => `${server}/${tool}`);

/** Writes more than a year of sessions through the store, so that the store also updates its counters. */
export async function writeLongHistory(
  store: UsageStore,
  events: number,
  progress: (written: number) => void,
): Promise<void> {
  const random = seededRandom(7);
  const end = Date.now();
  const start = end - DAYS * DAY;
  let written = 0;
  let sessions = 0;
  while (written < events) {
    const batch: UsageEvent[] = [];
    while (batch.length < PER_BATCH && written + batch.length < events) {
      const at = start + ((written + batch.length) / events) * (end - start - DAY / 24);
      batch.push(...session(`s${sessions++}`, at, random));
    }
    await store.append(batchOf(batch, random));
    written += batch.length;
    progress(written);
  }
  await store.prune();
}

/** Three of four steps use the next tool in `TOOLS`, which makes a pattern to learn. The others use a random tool. */
function session(id: string, at: number, random: () => number): UsageEvent[] {
  // Squaring the random number makes the first tools far more common than the last.
  let tool = Math.floor(random() ** 2 * TOOLS.length);
  const client = pick(CLIENTS, random);
  return Array.from({ length: 3 + Math.floor(random() * 10) }, (_, step) => {
    tool = random() < 0.75 ? (tool + 1) % TOOLS.length : Math.floor(random() ** 2 * TOOLS.length);
    const success = random() > 0.04;
    return {
      at: Math.floor(at + step * 2_000),
      session: id,
      ...(TOOLS[tool] as (typeof TOOLS)[number]),
      access: 'call' as const,
      previous: [],
      success,
      ...(!success && { code: 'UPSTREAM_ERROR' }),
      latencyMs: Math.exp(random() * 8),
      client,
    };
  });
}

function batchOf(events: readonly UsageEvent[], random: () => number): UsageBatch {
  const some = events.filter((_, i) => i % 10 === 0);
  return {
    id: randomUUID(),
    events,
    searches: some.map(({ at }) => ({ at, empty: random() < 0.05 })),
    tokens: some.map(({ at, client = '' }) => ({ at, client, listed: 40_000, sent: 900 })),
  };
}
