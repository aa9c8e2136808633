import { type Row, row, table } from '../report.ts';
import { calibrationError, calibrationTable, type Judged } from './calibration-table.ts';
import type { Evaluation } from './evaluate.ts';
import { type Group, groupsOf, hasKinds } from './groups.ts';
import { areaUnderCurve, METRICS, type Measured, type Metric, mean } from './metrics.ts';
import { pairedDifference } from './paired-difference.ts';
import type { Half } from './sets.ts';
import { splitGap } from './split-gap.ts';

const HALVES: readonly Half[] = ['tune', 'held-out'];
const OWN = 'foldout';
const PEERS = ['foldout-previous', 'foldout-enriched', 'minisearch-tuned'];
const COMPARED: readonly Metric[] = ['hit@1', 'hit@5', 'ndcg@10'];
/** "Below 0.3 it is not there": the share of requests without an answer that scores below this. */
const ABSENT_BELOW = 0.3;

export function resultRows(evaluations: readonly Evaluation[], subjects: readonly string[]): Row[] {
  return [...evaluations.flatMap(setRows), ...subjects.flatMap((name) => meanRows(name, evaluations))];
}

function setRows(evaluation: Evaluation): Row[] {
  const { set, subject, ms, buildMs, empty } = evaluation;
  return [
    ...groupsOf(evaluation).flatMap((group) => groupRows(group, subject)),
    ...(isCalibrated(subject)
      ? [row(set, 'calibration-error@1', subject, calibrationError(firstHits(evaluation)), 'share')]
      : []),
    row(set, 'ms', subject, ms, 'ms'),
    row(set, 'build', subject, buildMs, 'ms'),
    row(set, 'empty', subject, empty, 'queries'),
  ];
}

function groupRows({ name, requests, absent }: Group, subject: string): Row[] {
  const means = mean(requests.map(({ value }) => value));
  const scores = requests.map(({ score }) => score);
  return [
    ...METRICS.map((metric) => row(name, metric, subject, means[metric], 'share')),
    ...(absent.length === 0
      ? []
      : [
          row(name, 'auc', subject, areaUnderCurve(scores, absent), 'share'),
          ...(isCalibrated(subject)
            ? [
                row(name, 'absent-below-0.3', subject, shareBelow(absent), 'share'),
                row(name, 'present-below-0.3', subject, shareBelow(scores), 'share'),
              ]
            : []),
        ]),
  ];
}

function shareBelow(scores: readonly number[]): number {
  return scores.filter((score) => score < ABSENT_BELOW).length / Math.max(1, scores.length);
}

/** Means over the public query sets: for all queries, for the tuning half and for the held-out half. */
function meanRows(subject: string, evaluations: readonly Evaluation[]): Row[] {
  const own = evaluations.filter((evaluation) => evaluation.subject === subject && !hasKinds(evaluation));
  if (own.length === 0) return [];
  const meansOf = (half?: Half): Measured =>
    mean(
      own.map(({ requests }) =>
        mean(requests.filter((one) => half === undefined || one.half === half).map(({ value }) => value)),
      ),
    );
  const rowsOf = (name: string, half?: Half): Row[] => {
    const means = meansOf(half);
    return METRICS.map((metric) => row(name, metric, subject, means[metric], 'share'));
  };
  const ms = own.reduce((sum, evaluation) => sum + evaluation.ms, 0) / own.length;
  const errors = isCalibrated(subject)
    ? HALVES.map((half) =>
        row(`mean/${half}`, 'calibration-error', subject, calibrationError(hitsOf(own, half)), 'share'),
      )
    : [];
  return [
    ...rowsOf('mean'),
    ...HALVES.flatMap((half) => rowsOf(`mean/${half}`, half)),
    row('mean', 'ms', subject, ms, 'ms'),
    ...errors,
  ];
}

export function resultTables(
  rows: readonly Row[],
  evaluations: readonly Evaluation[],
  subjects: readonly string[],
): string[] {
  return [
    ...metricTables(rows, subjects),
    ...comparisons(evaluations, subjects),
    ...[splitGap(evaluations)].filter((text) => text !== undefined),
    ...calibrations(evaluations, subjects),
  ];
}

function metricTables(rows: readonly Row[], subjects: readonly string[]): string[] {
  const metrics = [...new Set(rows.map(({ metric }) => metric))];
  return metrics.map((metric) => {
    const own = rows.filter((row) => row.metric === metric);
    const cases = [...new Set(own.map((row) => row.case))];
    const digits = metric === 'build' || metric === 'empty' ? 0 : 3;
    const cell = (name: string, subject: string): string =>
      own.find((row) => row.case === name && row.subject === subject)?.value.toFixed(digits) ?? '';
    const body = cases.map((name) => [name, ...subjects.map((subject) => cell(name, subject))]);
    return table([metric, ...subjects], body);
  });
}

/** Foldout minus each peer on the same requests, with 95% bootstrap intervals. */
function comparisons(evaluations: readonly Evaluation[], subjects: readonly string[]): string[] {
  return PEERS.filter((peer) => subjects.includes(peer) && subjects.includes(OWN)).map((peer) => {
    const body: string[][] = [];
    const pooled = { own: [] as Measured[], other: [] as Measured[] };
    for (const evaluation of evaluations) {
      if (evaluation.subject !== OWN) continue;
      const other = evaluations.find(({ set, subject }) => set === evaluation.set && subject === peer);
      if (!other) continue;
      const others = new Map(groupsOf(other).map((group) => [group.name, group]));
      for (const { name, requests } of groupsOf(evaluation)) {
        const mine = requests.map(({ value }) => value);
        const theirs = (others.get(name)?.requests ?? []).map(({ value }) => value);
        body.push([name, String(mine.length), ...COMPARED.map((metric) => difference(metric, mine, theirs))]);
        if (!hasKinds(evaluation)) {
          pooled.own.push(...mine);
          pooled.other.push(...theirs);
        }
      }
    }
    const all = COMPARED.map((metric) => difference(metric, pooled.own, pooled.other));
    if (pooled.own.length > 0) body.push(['public sets, pooled', String(pooled.own.length), ...all]);
    return `${OWN} minus ${peer} (95% interval)\n${table(['requests', 'count', ...COMPARED], body)}`;
  });
}

function difference(metric: Metric, mine: readonly Measured[], theirs: readonly Measured[]): string {
  const {
    mean: value,
    low,
    high,
  } = pairedDifference(
    mine.map((one) => one[metric]),
    theirs.map((one) => one[metric]),
  );
  const signed = (number: number): string => (number < 0 ? '' : '+') + number.toFixed(3);
  return `${signed(value)} [${signed(low)}, ${signed(high)}]`;
}

function calibrations(evaluations: readonly Evaluation[], subjects: readonly string[]): string[] {
  return subjects.filter(isCalibrated).flatMap((subject) => {
    const own = evaluations.filter((evaluation) => evaluation.subject === subject);
    const test = own.filter(({ set }) => set.startsWith('pairs-test') || set.startsWith('plain'));
    return [
      ...HALVES.map((half) => {
        const open = own.filter((evaluation) => !hasKinds(evaluation));
        return `calibration of ${subject}, public sets, ${half} queries\n${calibrationTable(hitsOf(open, half))}`;
      }),
      `calibration of the first hits of ${subject}, test servers\n${calibrationTable(test.flatMap(firstHits))}`,
    ];
  });
}

/** Only Foldout's scores are meant as probabilities. */
function isCalibrated(subject: string): boolean {
  return subject.startsWith('foldout');
}

function firstHits({ judged }: Evaluation): Judged[] {
  return judged.filter(({ rank }) => rank === 0);
}

function hitsOf(evaluations: readonly Evaluation[], half: Half): Judged[] {
  return evaluations.flatMap(({ judged }) => judged.filter((hit) => hit.half === half));
}
