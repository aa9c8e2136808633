import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cachedEmbedder, loadVectorTable, localModelEmbedder } from '@foldout/core/node';
import { SETS } from '../data-folders.ts';
import { printJson, type Row, say, table } from '../report.ts';
import { calibrationError, calibrationTable } from './calibration-table.ts';
import { type Evaluation, evaluate } from './evaluate.ts';
import { METRICS, mean } from './metrics.ts';
import { readSets } from './sets.ts';
import { everyWord } from './subjects/every-word.ts';
import { foldout, foldoutModel } from './subjects/foldout.ts';
import { miniSearchDefault, miniSearchTuned } from './subjects/mini-search.ts';
import { oramaDefault } from './subjects/orama.ts';
import type { Subject } from './subjects/subject.ts';
import { tfIdf } from './subjects/tf-idf.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** `npm run bench -- retrieval [--sets DIR] [--only SET] [--subjects A,B] [--json]` */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sets: { type: 'string', default: SETS },
      only: { type: 'string' },
      subjects: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const vectors = await loadVectorTable();
  const model = localModelEmbedder();
  const subjects: Subject[] = [
    foldout(vectors),
    ...(model ? [foldoutModel(vectors, cachedEmbedder(model, join(ROOT, '.cache', 'model-vectors')))] : []),
    miniSearchDefault,
    miniSearchTuned,
    oramaDefault,
    tfIdf,
    everyWord,
  ].filter(({ name }) => values.subjects === undefined || values.subjects.split(',').includes(name));
  const sets = readSets(values.sets, values.only);
  const evaluations: Evaluation[] = [];
  for (const set of sets) {
    for (const subject of subjects) {
      say(`${set.name}: ${subject.name} …`);
      evaluations.push(await evaluate(subject, set));
    }
  }
  await model?.close();
  const rows = rowsOf(evaluations, subjects);
  if (values.json) printJson('retrieval', rows);
  else print(rows, evaluations, subjects);
}

function rowsOf(evaluations: readonly Evaluation[], subjects: readonly Subject[]): Row[] {
  const rows: Row[] = [];
  for (const { set, subject, all, ms, buildMs, empty } of evaluations) {
    for (const metric of METRICS) rows.push({ case: set, metric, subject, value: all[metric], unit: 'share' });
    rows.push({ case: set, metric: 'ms', subject, value: ms, unit: 'ms' });
    rows.push({ case: set, metric: 'build', subject, value: buildMs, unit: 'ms' });
    rows.push({ case: set, metric: 'empty', subject, value: empty, unit: 'queries' });
  }
  for (const { name: subject } of subjects) {
    const own = evaluations.filter((evaluation) => evaluation.subject === subject);
    const parts = { mean: 'all', 'mean/tune': 'tune', 'mean/held-out': 'heldOut' } as const;
    for (const [name, part] of Object.entries(parts)) {
      const means = mean(own.map((evaluation) => evaluation[part as (typeof parts)[keyof typeof parts]]));
      for (const metric of METRICS) rows.push({ case: name, metric, subject, value: means[metric], unit: 'share' });
    }
    const ms = own.reduce((sum, evaluation) => sum + evaluation.ms, 0) / own.length;
    rows.push({ case: 'mean', metric: 'ms', subject, value: ms, unit: 'ms' });
    if (!subject.startsWith('foldout')) continue;
    for (const half of ['tune', 'held-out'] as const) {
      const hits = own.flatMap((evaluation) => evaluation.judged.filter((hit) => hit.half === half));
      rows.push({
        case: `mean/${half}`,
        metric: 'calibration-error',
        subject,
        value: calibrationError(hits),
        unit: 'share',
      });
    }
  }
  return rows;
}

function print(rows: readonly Row[], evaluations: readonly Evaluation[], subjects: readonly Subject[]): void {
  const cases = [...new Set(rows.map((row) => row.case))];
  for (const metric of [...METRICS, 'ms', 'build', 'empty']) {
    const body = cases.map((name) => [
      name,
      ...subjects.map(({ name: subject }) => {
        const row = rows.find((one) => one.case === name && one.metric === metric && one.subject === subject);
        return row ? row.value.toFixed(metric === 'build' || metric === 'empty' ? 0 : 3) : '';
      }),
    ]);
    say(`\n${table([metric, ...subjects.map(({ name }) => name)], body)}`);
  }
  for (const { name } of subjects.filter((subject) => subject.name.startsWith('foldout'))) {
    for (const half of ['tune', 'held-out'] as const) {
      const hits = evaluations.flatMap((one) =>
        one.subject === name ? one.judged.filter((hit) => hit.half === half) : [],
      );
      say(`\ncalibration of ${name}, ${half} queries\n${calibrationTable(hits)}`);
    }
  }
}
