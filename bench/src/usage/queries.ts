import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqliteStore, UsageReports, UsageTracker } from '@foldout/usage';
import { quantile } from '../measure.ts';
import { type Row, row, say } from '../report.ts';
import { pick, seededRandom } from '../seeded-random.ts';
import { TOOL_KEYS, writeLongHistory } from './long-history.ts';
import { scanEvents } from './scan-events.ts';

const ROUNDS = 60;
const DAY = 86_400_000;
const SUBJECT = 'sqlite';

/** Every query that surfaces, `stats` and the dashboard make, over a long history in a SQLite file. */
export async function queryRows(events: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foldout-bench-usage-'));
  const path = join(folder, 'usage.db');
  const size = events >= 1_000_000 ? `${Math.round(events / 1_000_000)}m-events` : `${events}-events`;
  try {
    const store = sqliteStore({ path, maxBytes: 2 ** 34 });
    await using tracker = new UsageTracker({ store });
    const started = performance.now();
    let reported = 0;
    await writeLongHistory(store, events, (written) => {
      if (written < reported + events / 10 && written < events) return;
      reported = written;
      say(`usage: ${written.toLocaleString('en-US')} of ${events.toLocaleString('en-US')} events written …`);
    });
    const seconds = (performance.now() - started) / 1_000;
    const rows = [row(size, 'import', SUBJECT, events / seconds, 'events/s')];
    const medians = new Map<string, number>();
    for (const [name, ask] of Object.entries(queries(tracker))) {
      const { median, p95 } = await timesOf(ask);
      medians.set(name, median);
      rows.push(row(`${size}/${name}`, 'query-ms', SUBJECT, median, 'ms'));
      rows.push(row(`${size}/${name}`, 'query-p95', SUBJECT, p95, 'ms'));
    }
    rows.push(row(size, 'open-ms', SUBJECT, await openTime(path), 'ms'));
    rows.push(row(size, 'file', SUBJECT, statSync(path).size / 2 ** 20, 'MiB'));
    await tracker.close();
    const scan = await scanEvents(path, pick(TOOL_KEYS, seededRandom(5)));
    for (const [name, ms] of scan.medians) {
      rows.push(row(`${scan.events}-events/${name}`, 'query-ms', 'scan', ms, 'ms'));
      rows.push(row(`${size}/${name}`, 'query-ratio', `${SUBJECT}/scan`, (medians.get(name) ?? Number.NaN) / ms, 'x'));
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function queries(tracker: UsageTracker): Record<string, (tool: string) => Promise<unknown>> {
  const reports = new UsageReports(tracker.store);
  const last = (days: number) => ({ since: Date.now() - days * DAY, until: Date.now() });
  return {
    getCoOccurrence: (tool) => tracker.getCoOccurrence(tool),
    getPopularTools: () => tracker.getPopularTools(),
    predictNextTools: (tool) => tracker.predictNextTools(tool),
    'calls/2-days': () => reports.callsOverTime(last(2)),
    'calls/30-days': () => reports.callsOverTime(last(30)),
    'calls/year': () => reports.callsOverTime(last(365)),
    'calls-of-tool/30-days': (tool) => reports.callsOverTime({ ...last(30), tool }),
    'tools/7-days': () => reports.tools(last(7)),
    'tools/year': () => reports.tools(last(365)),
    'servers/7-days': () => reports.servers(last(7)),
    'servers/year': () => reports.servers(last(365)),
    'tokens-saved': () => reports.tokensSaved(),
    'tokens-by-client/year': () => reports.tokensByClient(last(365)),
    'searches/year': () => reports.searches(last(365)),
    graph: () => reports.graph(),
    'recent-calls': () => reports.recentCalls(),
  };
}

async function timesOf(ask: (tool: string) => Promise<unknown>): Promise<{ median: number; p95: number }> {
  const random = seededRandom(3);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const tool = pick(TOOL_KEYS, random);
    const started = performance.now();
    await ask(tool);
    times.push(performance.now() - started);
  }
  return { median: quantile(times, 0.5), p95: quantile(times, 0.95) };
}

/** Time from opening the file to the first answer. A long history delays the start of a gateway by this time. */
async function openTime(path: string): Promise<number> {
  const started = performance.now();
  await using store = sqliteStore({ path });
  await store.popular(20);
  return performance.now() - started;
}
