import type { Row } from '../report.ts';

interface Target {
  readonly what: string;
  readonly applies: (row: Row) => boolean;
  /** `others`: the same metric of the same case, of everybody else. */
  readonly met: (value: number, others: readonly Row[]) => boolean;
}

const BASELINES = new Set(['direct', 'bare-proxy', 'bare-sdk', 'bare-sdk-bundled', 'eager']);

const ours = ({ subject }: Row): boolean => subject === 'foldout' || subject.startsWith('foldout/');
const isPeer = (row: Row): boolean => !ours(row) && !BASELINES.has(row.subject);
const leastOf = (rows: readonly Row[]): number => Math.min(...rows.filter(isPeer).map(({ value }) => value));
const ourMetric =
  (metric: string) =>
  (row: Row): boolean =>
    row.metric === metric && ours(row);

/** What was promised. The process ends well either way: a busy machine is no failure. */
const TARGETS: readonly Target[] = [
  {
    what: 'a call takes at most 1.15 times one through the bare proxy',
    applies: ourMetric('call-ratio'),
    met: (value) => value <= 1.15,
  },
  {
    what: 'a call is faster than through every peer',
    applies: ourMetric('call-ms'),
    met: (value, others) => value < leastOf(others),
  },
  {
    what: 'the first tools/list of 50 known servers takes at most 1.5 times a bare server',
    applies: ourMetric('start-ratio'),
    met: (value) => value <= 1.5,
  },
  { what: 'no server was started for it', applies: ourMetric('started'), met: (value) => value === 0 },
  {
    what: 'it stays smaller than every peer with 50 servers, 2 of them used',
    applies: ourMetric('rss-mb'),
    met: (value, others) => value < leastOf(others),
  },
  {
    what: 'a search over MCP takes less than 5 ms',
    applies: (row) => row.metric === 'search-ms' && row.subject === 'foldout',
    met: (value) => value < 5,
  },
  { what: 'tools/list costs at most 600 tokens', applies: ourMetric('tokens'), met: (value) => value <= 600 },
  { what: 'every tool can be found', applies: ourMetric('findable'), met: (value) => value === 100 },
  { what: 'every tool can be called', applies: ourMetric('callable'), met: (value) => value === 100 },
  { what: 'no process is left', applies: ourMetric('orphans'), met: (value) => value === 0 },
];

export function judge(rows: readonly Row[]): string[] {
  return TARGETS.flatMap(({ what, applies, met }) =>
    rows.filter(applies).map((row) => {
      const others = rows.filter((other) => other.case === row.case && other.metric === row.metric && other !== row);
      const verdict = met(row.value, others) ? 'PASS' : 'FAIL';
      return `${verdict}  ${what}: ${row.value.toPrecision(4)} ${row.unit} (${row.case}, ${row.subject})`;
    }),
  );
}
