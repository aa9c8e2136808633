import type { Row } from '../report.ts';
import type { Target } from '../targets.ts';

const BASELINES = new Set(['direct', 'bare-proxy', 'bare-sdk', 'bare-sdk-bundled', 'eager']);

const ours = ({ subject }: Row): boolean => subject === 'foldout' || subject.startsWith('foldout/');
const isPeer = (row: Row): boolean => !ours(row) && !BASELINES.has(row.subject);
const leastOf = (rows: readonly Row[]): number => Math.min(...rows.filter(isPeer).map(({ value }) => value));
const ourMetric =
  (metric: string) =>
  (row: Row): boolean =>
    row.metric === metric && ours(row);

export const GATEWAY_TARGETS: readonly Target[] = [
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
    what: 'over HTTP it makes at least 0.95 of the calls a second of the bare relay',
    applies: ourMetric('calls-ratio'),
    met: (value) => value >= 0.95,
  },
  {
    what: 'over HTTP a call takes at most 1.1 times one through the bare relay',
    applies: ourMetric('http-ratio'),
    met: (value) => value <= 1.1,
  },
  {
    what: 'over HTTP the 99th percentile is at most 1.3 times that of the bare relay',
    applies: ourMetric('http-p99-ratio'),
    met: (value) => value <= 1.3,
  },
  {
    what: 'the first tools/list of 50 known servers takes at most 1.5 times a bare server',
    applies: ourMetric('start-ratio'),
    met: (value) => value <= 1.5,
  },
  { what: 'no server is started for the first tools/list', applies: ourMetric('started'), met: (value) => value === 0 },
  {
    what: 'it takes less memory than every peer with 50 servers, 2 of them used',
    applies: ourMetric('rss-mb'),
    met: (value, others) => value < leastOf(others),
  },
  {
    what: 'a search over MCP takes less than 5 ms',
    applies: (row) => row.metric === 'search-ms' && row.subject === 'foldout',
    met: (value) => value < 5,
  },
  {
    what: 'six clients that share a gateway take less memory than six with their own',
    applies: ourMetric('clients-rss-mb'),
    met: (value, others) => others.every((other) => value < other.value),
  },
  { what: 'tools/list costs at most 600 tokens', applies: ourMetric('tokens'), met: (value) => value <= 600 },
  { what: 'every tool can be found', applies: ourMetric('findable'), met: (value) => value === 100 },
  { what: 'every tool can be called', applies: ourMetric('callable'), met: (value) => value === 100 },
  { what: 'no process is left over', applies: ourMetric('orphans'), met: (value) => value === 0 },
];
