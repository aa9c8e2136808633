import type { Row } from '../report.ts';
import type { Target } from '../targets.ts';

const figure =
  (name: string, metric: string) =>
  (row: Row): boolean =>
    row.case === name && row.metric === metric;

export const CHAOS_TARGETS: readonly Target[] = [
  {
    what: 'every call ends in a result or an error within its deadline',
    applies: figure('calls', 'lost'),
    met: (value) => value === 0,
  },
  {
    what: "the median of the good servers' calls is at most 1.5 times the control's",
    applies: figure('good-calls', 'p50-ratio'),
    met: (value) => value <= 1.5,
  },
  {
    what: "the 99th percentile of the good servers' calls is at most 3 times the control's",
    applies: figure('good-calls', 'p99-ratio'),
    met: (value) => value <= 3,
  },
  { what: 'no process is left over', applies: figure('processes', 'left'), met: (value) => value === 0 },
];
