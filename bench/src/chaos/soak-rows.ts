import { quantile } from '../measure.ts';
import { type Row, row } from '../report.ts';
import type { CallRecord } from './assignment.ts';
import { isInWindow } from './kill-plan.ts';
import { CANCELED, EXPECTED, LOST } from './outcome.ts';
import type { SoakResult } from './soak.ts';

export const SOAK = 'soak';
export const CONTROL = 'control';
const QUANTILES = { p50: 0.5, p99: 0.99 } as const;

/** Figures of both runs, and the ratios of the good servers' calls outside of kill windows. */
export function soakRows(soak: SoakResult, control: SoakResult): Row[] {
  const timings = [...timingRows(soak, SOAK), ...timingRows(control, CONTROL)];
  const figureOf = (metric: string, subject: string): number =>
    timings.find((row) => row.case === 'good-calls' && row.metric === metric && row.subject === subject)?.value ??
    Number.NaN;
  const ratios = Object.keys(QUANTILES).map((metric) =>
    row('good-calls', `${metric}-ratio`, `${SOAK}/${CONTROL}`, figureOf(metric, SOAK) / figureOf(metric, CONTROL), 'x'),
  );
  return [...countRows(soak, SOAK), ...countRows(control, CONTROL), ...timings, ...ratios];
}

function countRows(result: SoakResult, subject: string): Row[] {
  const { records, windows, stuckClients, hostileCpu, memory, leftOver } = result;
  const lost = records.filter(({ outcome }) => outcome === LOST).length + stuckClients;
  const cpu = [...hostileCpu.values()].reduce((sum, share) => sum + share, 0);
  return [
    row('calls', 'made', subject, records.length + stuckClients, 'calls'),
    row('calls', 'lost', subject, lost, 'calls'),
    ...errorRows(records, subject),
    row('kills', 'made', subject, windows.length, 'kills'),
    row('kills', 'windows', subject, windows.reduce((sum, { from, to }) => sum + (to - from), 0) / 1_000, 's'),
    row('hostile', 'cpu', subject, cpu, 'cores'),
    ...memory.flatMap(({ name, startMb, peakMb, endMb }) => [
      row(name, 'rss-start', subject, startMb, 'MB'),
      row(name, 'rss-peak', subject, peakMb, 'MB'),
      row(name, 'rss-end', subject, endMb, 'MB'),
    ]),
    row('processes', 'left', subject, leftOver, 'processes'),
  ];
}

/** How often each error came, by the kind of the call. */
function errorRows(records: readonly CallRecord[], subject: string): Row[] {
  const counts = new Map<string, number>();
  for (const { kind, outcome } of records) {
    if (outcome === EXPECTED || outcome === CANCELED) continue;
    const key = `${kind} ${outcome}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].sort().map(([key, count]) => row('errors', key, subject, count, 'calls'));
}

/** Times of the good servers' calls that answered as expected. */
function timingRows({ records, windows }: SoakResult, subject: string): Row[] {
  const good = records.filter(({ kind, outcome }) => kind === 'good' && outcome === EXPECTED);
  const inside = good.filter(({ beganAt, ms }) => isInWindow(beganAt, ms, windows));
  const outside = good.filter(({ beganAt, ms }) => !isInWindow(beganAt, ms, windows));
  return [...quantileRows('good-calls', outside, subject), ...quantileRows('good-calls/kill-windows', inside, subject)];
}

function quantileRows(name: string, records: readonly CallRecord[], subject: string): Row[] {
  const times = records.map(({ ms }) => ms);
  return [
    row(name, 'answered', subject, times.length, 'calls'),
    ...Object.entries(QUANTILES).map(([metric, q]) => row(name, metric, subject, quantile(times, q), 'ms')),
  ];
}
