import type { UsageStore } from '../store/usage-store.ts';

const DAY = 86_400_000;

/** Calls count less the older they are: half after each of these periods, in days. */
const PERIODS = [
  { until: 30, weight: 1 },
  { until: 60, weight: 0.5 },
  { until: 120, weight: 0.25 },
  { until: 400, weight: 0.1 },
] as const;

/** `server/tool` → its calls, weighted by age. The most used tools only. */
export async function recentPopularity(
  store: UsageStore,
  limit: number,
  now = Date.now(),
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const tomorrow = (Math.floor(now / DAY) + 1) * DAY;
  let from = 0;
  for (const { until, weight } of PERIODS) {
    const range = { since: tomorrow - until * DAY, until: tomorrow - from * DAY };
    from = until;
    for (const { tool, calls } of await store.activity({ ...range, size: 'day', by: 'tool', limit })) {
      counts.set(tool, (counts.get(tool) ?? 0) + calls * weight);
    }
  }
  return counts;
}
