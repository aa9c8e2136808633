import { join } from 'node:path';
import { cachedEmbedder, loadVectorTable, localModelEmbedder } from '@foldout/core/node';
import type { Arguments } from '../arguments.ts';
import type { Benchmark } from '../benchmark.ts';
import { dataFolder, SETS_OPTION } from '../data-folders.ts';
import { ROOT } from '../paths.ts';
import { QUALITY } from '../ratios/rules.ts';
import { type Row, row, say, table } from '../report.ts';
import { calibrationError, calibrationTable, type Judged } from './calibration-table.ts';
import { type Evaluation, evaluate } from './evaluate.ts';
import { METRICS, mean } from './metrics.ts';
import { type Half, readSets } from './sets.ts';
import { everyWord } from './subjects/every-word.ts';
import { foldout, foldoutModel } from './subjects/foldout.ts';
import { miniSearchDefault, miniSearchTuned } from './subjects/mini-search.ts';
import { oramaDefault } from './subjects/orama.ts';
import type { Subject } from './subjects/subject.ts';
import { tfIdf } from './subjects/tf-idf.ts';

const HALVES = { tune: 'tune', 'held-out': 'heldOut' } as const satisfies Record<Half, keyof Evaluation>;
const QUICK_SUBJECTS = ['foldout', 'minisearch-tuned'];

export const retrieval: Benchmark = {
  options: {
    ...SETS_OPTION,
    only: { value: 'SET', about: 'Only this query set' },
    subjects: { value: 'NAME,…', about: 'Only these search engines' },
  },
  async run(args) {
    const sets = readSets(dataFolder(args, 'sets'), args.text('only'));
    await using engines = await openSubjects(args);
    const evaluations: Evaluation[] = [];
    for (const set of sets) {
      for (const subject of engines.subjects) {
        say(`${set.name}: ${subject.name} …`);
        evaluations.push(await evaluate(subject, set));
      }
    }
    const names = engines.subjects.map(({ name }) => name);
    const rows = [...evaluations.flatMap(setRows), ...names.flatMap((name) => meanRows(name, evaluations))];
    return { rows, text: [...metricTables(rows, names), ...calibrations(evaluations, names)].join('\n\n') };
  },
  ratios: [
    ...(['recall@1', 'recall@5', 'ndcg@10'] as const).map((metric) => {
      return { metric, case: /^mean$/, subject: 'foldout', better: 'higher', tolerance: QUALITY } as const;
    }),
    { metric: 'calibration-error', subject: 'foldout', better: 'lower', tolerance: 0.02 },
  ],
};

interface OpenSubjects extends AsyncDisposable {
  readonly subjects: readonly Subject[];
}

async function openSubjects(args: Arguments): Promise<OpenSubjects> {
  const vectors = await loadVectorTable();
  const model = localModelEmbedder();
  const all: readonly Subject[] = [
    foldout(vectors),
    ...(model ? [foldoutModel(vectors, cachedEmbedder(model, join(ROOT, '.cache', 'model-vectors')))] : []),
    miniSearchDefault,
    miniSearchTuned,
    oramaDefault,
    tfIdf,
    everyWord,
  ];
  const known = all.map(({ name }) => name);
  const wanted = args.names('subjects', known, { full: known, quick: QUICK_SUBJECTS });
  const subjects = all.filter(({ name }) => wanted.includes(name));
  return { subjects, [Symbol.asyncDispose]: async () => model?.close() };
}

function setRows({ set, subject, all, ms, buildMs, empty }: Evaluation): Row[] {
  return [
    ...METRICS.map((metric) => row(set, metric, subject, all[metric], 'share')),
    row(set, 'ms', subject, ms, 'ms'),
    row(set, 'build', subject, buildMs, 'ms'),
    row(set, 'empty', subject, empty, 'queries'),
  ];
}

/** Means over all sets: for all queries, for the tuning half and for the held-out half. */
function meanRows(subject: string, evaluations: readonly Evaluation[]): Row[] {
  const own = evaluations.filter((evaluation) => evaluation.subject === subject);
  const parts = { mean: 'all', 'mean/tune': HALVES.tune, 'mean/held-out': HALVES['held-out'] } as const;
  const quality = Object.entries(parts).flatMap(([name, part]) => {
    const means = mean(own.map((evaluation) => evaluation[part]));
    return METRICS.map((metric) => row(name, metric, subject, means[metric], 'share'));
  });
  const ms = own.reduce((sum, evaluation) => sum + evaluation.ms, 0) / own.length;
  const errors = isCalibrated(subject)
    ? halves().map((half) => {
        const error = calibrationError(hitsOf(own, half));
        return row(`mean/${half}`, 'calibration-error', subject, error, 'share');
      })
    : [];
  return [...quality, row('mean', 'ms', subject, ms, 'ms'), ...errors];
}

function metricTables(rows: readonly Row[], subjects: readonly string[]): string[] {
  const cases = [...new Set(rows.map((row) => row.case))];
  return [...METRICS, 'ms', 'build', 'empty'].map((metric) => {
    const digits = metric === 'build' || metric === 'empty' ? 0 : 3;
    const cell = (name: string, subject: string): string =>
      rows
        .find((row) => row.case === name && row.metric === metric && row.subject === subject)
        ?.value.toFixed(digits) ?? '';
    const body = cases.map((name) => [name, ...subjects.map((subject) => cell(name, subject))]);
    return table([metric, ...subjects], body);
  });
}

function calibrations(evaluations: readonly Evaluation[], subjects: readonly string[]): string[] {
  return subjects.filter(isCalibrated).flatMap((subject) =>
    halves().map((half) => {
      const own = evaluations.filter((evaluation) => evaluation.subject === subject);
      return `calibration of ${subject}, ${half} queries\n${calibrationTable(hitsOf(own, half))}`;
    }),
  );
}

/** Only Foldout's scores are meant as probabilities. */
function isCalibrated(subject: string): boolean {
  return subject.startsWith('foldout');
}

function hitsOf(evaluations: readonly Evaluation[], half: Half): Judged[] {
  return evaluations.flatMap(({ judged }) => judged.filter((hit) => hit.half === half));
}

function halves(): Half[] {
  return Object.keys(HALVES) as Half[];
}
