import { parseArgs } from 'node:util';
import { CATALOGS } from '../data-folders.ts';
import { printReport, type Row, say } from '../report.ts';
import { queryRows } from './queries.ts';
import { replayRows } from './replay.ts';
import { trackingRows } from './tracking.ts';

const LIMITS = { 'tracking-ratio': 1.03, 'query-ms': 20 } as const;

/** `npm run bench -- usage [--events N] [--catalogs DIR] [--json]` */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      events: { type: 'string', default: '10000000' },
      catalogs: { type: 'string', default: CATALOGS },
      only: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const parts = {
    tracking: () => trackingRows(),
    replay: () => replayRows(values.catalogs),
    queries: () => queryRows(Number(values.events)),
  };
  const rows: Row[] = [];
  for (const [name, measure] of Object.entries(parts)) {
    if (values.only !== undefined && values.only !== name) continue;
    say(`usage: ${name} …`);
    rows.push(...(await measure()));
  }
  printReport('usage', rows, values.json);
  for (const verdict of verdicts(rows)) say(verdict);
}

function verdicts(rows: readonly Row[]): string[] {
  const over = rows.filter(({ metric, subject, value }) => {
    return subject !== 'scan' && value >= (LIMITS[metric as keyof typeof LIMITS] ?? Number.POSITIVE_INFINITY);
  });
  const missed = over.map(({ case: name, metric, value, unit }) => `missed: ${name} ${metric} is ${value} ${unit}`);
  return [...missed, ...fallen(rows)].concat(missed.length === 0 ? 'usage: all limits are kept' : []);
}

/** Recall that is lower after use than before it, for the same people. */
function fallen(rows: readonly Row[]): string[] {
  const recalls = rows.filter(({ metric }) => metric === 'recall@1');
  const before = new Map<string, number>();
  return recalls.flatMap(({ case: name, subject, value }) => {
    const who = `${name.slice(0, name.lastIndexOf('/'))} ${subject}`;
    const first = before.get(who) ?? value;
    before.set(who, first);
    return value < first ? [`missed: ${name} recall@1 of ${subject} tools fell to ${value.toFixed(4)}`] : [];
  });
}
