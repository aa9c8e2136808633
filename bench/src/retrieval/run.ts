import { join } from 'node:path';
import { cachedEmbedder, loadVectorTable, localModelEmbedder } from '@foldout/core/node';
import type { Arguments } from '../arguments.ts';
import type { Benchmark } from '../benchmark.ts';
import { CATALOGS_OPTION, dataFolder, namedOrBeside, SETS_OPTION } from '../data-folders.ts';
import { ROOT } from '../paths.ts';
import { QUALITY } from '../ratios/rules.ts';
import { say } from '../report.ts';
import { foldoutEnriched, halfSets } from './enriched.ts';
import { type Evaluation, evaluate } from './evaluate.ts';
import { grown } from './growth.ts';
import { readPairs } from './pairs.ts';
import { previousEngine } from './previous-engine.ts';
import { resultRows, resultTables } from './results.ts';
import { type RetrievalSet, readSets } from './sets.ts';
import { everyWord } from './subjects/every-word.ts';
import { foldout, foldoutModel } from './subjects/foldout.ts';
import { foldoutGateway } from './subjects/foldout-gateway.ts';
import { miniSearchDefault, miniSearchTuned } from './subjects/mini-search.ts';
import { oramaDefault } from './subjects/orama.ts';
import type { Subject } from './subjects/subject.ts';
import { tfIdf } from './subjects/tf-idf.ts';

/** The set that is measured a second time with thousands of other tools beside it. */
const GROWING = 'plain-open';
const QUICK_SUBJECTS = ['foldout', 'minisearch-tuned'];

export const retrieval: Benchmark = {
  options: {
    ...SETS_OPTION,
    ...CATALOGS_OPTION,
    only: { value: 'SET', about: 'Only this query set' },
    subjects: { value: 'NAME,…', about: 'Only these search engines' },
  },
  async run(args) {
    const only = args.text('only');
    const catalogs = namedOrBeside(args, 'catalogs');
    const pairs = catalogs ? readPairs(catalogs).filter(({ name }) => only === undefined || name === only) : [];
    const open = pairs.length > 0 && only !== undefined ? [] : readSets(dataFolder(args, 'sets'), only);
    const everyday = catalogs ? open.filter(({ name }) => name === GROWING) : [];
    const sets = [...open, ...everyday.map((set) => grown(set, catalogs ?? '')), ...pairs, ...halfSets(pairs)];
    await using engines = await openSubjects(args, pairs);
    const evaluations: Evaluation[] = [];
    for (const set of sets) {
      for (const subject of engines.subjects) {
        if (subject.takes && !subject.takes(set)) continue;
        say(`${set.name}: ${subject.name} …`);
        evaluations.push(await evaluate(subject, set));
      }
    }
    const names = engines.subjects.map(({ name }) => name);
    const rows = resultRows(evaluations, names);
    return { rows, text: resultTables(rows, evaluations, names).join('\n\n') };
  },
  ratios: [
    ...(['recall@1', 'recall@5', 'ndcg@10'] as const).map((metric) => {
      return { metric, case: /^mean$/, subject: 'foldout', better: 'higher', tolerance: QUALITY } as const;
    }),
    { metric: 'calibration-error', case: /^mean/, subject: 'foldout', better: 'lower', tolerance: 0.02 },
  ],
};

interface OpenSubjects extends AsyncDisposable {
  readonly subjects: readonly Subject[];
}

async function openSubjects(args: Arguments, pairs: readonly RetrievalSet[]): Promise<OpenSubjects> {
  const vectors = await loadVectorTable();
  const model = localModelEmbedder();
  const previous = args.quick ? undefined : await previousEngine();
  const all: readonly Subject[] = [
    foldout(vectors),
    foldoutGateway,
    foldoutEnriched(vectors, pairs),
    ...(previous ? [previous] : []),
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
