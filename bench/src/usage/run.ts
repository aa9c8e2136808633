import type { Benchmark } from '../benchmark.ts';
import { CATALOGS_OPTION, dataFolder } from '../data-folders.ts';
import { QUALITY } from '../ratios/rules.ts';
import { type Row, say } from '../report.ts';
import { judgeRows, type Target, type Verdict } from '../targets.ts';
import { queryRows } from './queries.ts';
import { replayRows } from './replay.ts';
import { trackingRows } from './tracking.ts';

const PARTS = ['tracking', 'replay', 'queries'];

const TARGETS: readonly Target[] = [
  {
    what: 'tracking makes a call at most 3% slower',
    applies: ({ metric }) => metric === 'tracking-ratio',
    met: (value) => value < 1.03,
  },
  {
    what: 'a query takes less than 20 ms',
    applies: ({ metric, subject }) => metric === 'query-ms' && subject !== 'scan',
    met: (value) => value < 20,
  },
];

export const usage: Benchmark = {
  options: {
    ...CATALOGS_OPTION,
    events: { value: 'N', about: 'Events that are written for the queries (default 10000000)' },
    only: { value: 'PART,…', about: `Only these parts: ${PARTS.join(', ')}` },
  },
  async run(args) {
    const wanted = args.names('only', PARTS);
    const parts: Readonly<Record<string, () => Promise<Row[]>>> = {
      tracking: () => trackingRows(args.pick({ full: 5, quick: 3 })),
      replay: () => replayRows(dataFolder(args, 'catalogs'), args.pick({ full: 8, quick: 3 })),
      queries: () => queryRows(args.number('events', { full: 10_000_000, quick: 200_000 })),
    };
    const rows: Row[] = [];
    for (const name of wanted) {
      say(`usage: ${name} …`);
      rows.push(...((await parts[name]?.()) ?? []));
    }
    return { rows };
  },
  judge: (rows) => [...judgeRows(rows, TARGETS), ...recallVerdicts(rows), ...searchVerdicts(rows)],
  ratios: [
    { metric: 'tracking-ratio', better: 'lower', tolerance: 0.06 },
    { metric: 'recall@1', case: /^(replay|searches)\/mean\/(0|3000)-/, better: 'higher', tolerance: QUALITY },
    { metric: 'query-ratio', better: 'lower', tolerance: 0.35 },
    { metric: 'file', better: 'lower', tolerance: 0.03 },
  ],
};

/** A failed verdict for each row whose recall is lower than in the first row of its group (before any use). */
function recallVerdicts(rows: readonly Row[]): Verdict[] {
  const before = new Map<string, number>();
  return rows
    .filter(({ metric }) => metric === 'recall@1')
    .flatMap(({ case: name, subject, value }) => {
      const group = `${name.slice(0, name.lastIndexOf('/'))} ${subject}`;
      const first = before.get(group) ?? value;
      before.set(group, first);
      return value < first ? [{ holds: false, text: `${name}: recall@1 of ${subject} tools fell to ${value}` }] : [];
    });
}

/** What searches add to calls after the longest use: used tools are found more often, unused tools not less often. */
function searchVerdicts(rows: readonly Row[]): Verdict[] {
  const last = (kind: string, wanted: string): number | undefined =>
    rows.findLast(({ case: name, subject }) => name.startsWith(`${kind}/mean/`) && subject === wanted)?.value;
  return ['used', 'unused'].flatMap((subject) => {
    const [calls, searches] = [last('replay', subject), last('searches', subject)];
    if (calls === undefined || searches === undefined) return [];
    const text = `learning from searches: recall@1 of ${subject} tools ${calls.toFixed(3)} → ${searches.toFixed(3)}`;
    return [{ holds: subject === 'used' ? searches > calls : searches >= calls, text }];
  });
}
