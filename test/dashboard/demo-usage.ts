import type { LedgerEntry, SearchEvent, Usage, UsageEvent } from '@foldout/usage';

const DAY = 86_400_000;
const CLIENTS = ['claude-code', 'cursor', 'codex'];

/** A pseudo-random generator: the same numbers in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

export interface UseOptions {
  /** `server/tool`. */
  readonly tools: readonly string[];
  readonly events: number;
  readonly days: number;
  readonly now: number;
  /** Tokens of a list of all tools. */
  readonly listed?: number;
}

/** Moves most events from a weekend to the days before it. */
function awayFromWeekends(at: number, chance: number): number {
  const day = new Date(at).getUTCDay();
  return (day === 0 || day === 6) && chance < 0.75 ? at - (2 + Math.floor(chance * 6)) * DAY : at;
}

const PER_BATCH = 100_000;

/** Writes calls that follow habitual sequences, spread over some days, with searches and token counts. */
export async function writeUse(usage: Usage, { tools, events, days, now, listed = 41_500 }: UseOptions): Promise<void> {
  const random = seeded(11);
  const start = now - days * DAY;
  for (let written = 0; written < events; written += PER_BATCH) {
    const count = Math.min(PER_BATCH, events - written);
    const batch: UsageEvent[] = [];
    let tool = 0;
    for (let i = 0; i < count; i += 1) {
      const n = written + i;
      const at = Math.floor(awayFromWeekends(start + ((n + random()) / events) * (days * DAY - 60_000), random()));
      tool = random() < 0.7 ? (tool + 1) % tools.length : Math.floor(random() ** 2 * tools.length);
      const [server = '', name = ''] = (tools[tool] as string).split('/', 2);
      const failed = random() < 0.03;
      batch.push({
        at,
        session: `s${Math.floor(n / 4)}`,
        server,
        tool: name,
        access: 'call',
        previous: [],
        success: !failed,
        ...(failed && { code: 'UPSTREAM_ERROR' }),
        // Every server has its own speed, and all have slow days.
        latencyMs: Math.exp(1 + (server.length % 4) * 0.4 + Math.sin(at / DAY) * 0.4 + random() ** 2 * 4),
        client: CLIENTS[Math.floor(random() * CLIENTS.length)],
      });
    }
    const sample = batch.filter((_, i) => i % 40 === 0);
    await usage.tracker.store.append({
      id: `batch ${written}`,
      events: batch,
      searches: sample.map(({ at }): SearchEvent => ({ at, empty: random() < 0.05 })),
      tokens: sample.map(({ at, client = '' }): LedgerEntry => {
        return { at, client, listed, sent: 700 + Math.floor(random() * 900) };
      }),
    });
  }
}
