import { SearchEngine, type VectorTable } from '@foldout/core';
import { loadVectorTable } from '@foldout/core/node';
import type { Benchmark } from '../benchmark.ts';
import { readTools } from '../catalogs.ts';
import { CATALOGS_OPTION, dataFolder } from '../data-folders.ts';
import { quantile } from '../measure.ts';
import { QUALITY } from '../ratios/rules.ts';
import { type Row, row, say } from '../report.ts';
import type { BenchTool } from '../retrieval/bare-tool.ts';
import { miniSearchTuned } from '../retrieval/subjects/mini-search.ts';
import { type BuildCost, type Built, buildCost } from './build-cost.ts';
import { requests, synthesize } from './catalog.ts';
import { SIDE_BY_SIDE_DEFAULTS, sideBySide } from './side-by-side.ts';

const PEER = 'minisearch-tuned';
const CHANGES = 200;
const LOADS = 3;
const QUICK = { ...SIDE_BY_SIDE_DEFAULTS, warmUpMs: 3_000, budgetMs: 4_000 };

export const searchSpeed: Benchmark = {
  options: { ...CATALOGS_OPTION, sizes: { value: 'N,N', about: 'Numbers of tools (default 1000,10000,100000)' } },
  async run(args) {
    const catalogs = dataFolder(args, 'catalogs');
    const vectors = await loadVectorTable();
    const real = readTools(catalogs);
    const queries = requests(real, args.pick({ full: 200, quick: 100 }));
    const timing = args.pick({ full: SIDE_BY_SIDE_DEFAULTS, quick: QUICK });
    const rows: Row[] = [];
    for (const size of args.numbers('sizes', { full: [1_000, 10_000, 100_000], quick: [1_000, 10_000] })) {
      say(`${size} tools …`);
      const tools = synthesize(real, size);
      const add = (subject: string) => (metric: string, value: number, unit: string) => {
        rows.push(row(String(size), metric, subject, value, unit));
      };
      const peer = await miniSearchTuned.build(tools);
      const engine = new SearchEngine({ vectors });
      for (const tool of tools) engine.upsert(tool);
      const [peerTimes = [], ownTimes = []] = await sideBySide(
        [
          { subject: PEER, search: (query) => peer.search(query, 10) },
          { subject: 'foldout', search: (query) => engine.search(query, { limit: 10 }) },
        ],
        queries,
        timing,
      );
      addTimes(peerTimes, add(PEER));
      addTimes(ownTimes, add('foldout'));
      add('foldout')('times-faster', quantile(peerTimes, 0.5) / quantile(ownTimes, 0.5), 'times');
      const builds = await buildCosts(catalogs, size, args.pick({ full: 1, quick: 3 }));
      for (const [subject, cost] of builds) addBuild(cost, size, add(subject));
      measureOthers(engine, tools, queries, vectors, add('foldout'));
    }
    return { rows };
  },
  ratios: [
    { metric: 'p50', subject: 'foldout', over: { subject: PEER }, better: 'lower', tolerance: 0.2 },
    { metric: 'build', subject: 'foldout', over: { subject: PEER }, better: 'lower', tolerance: 0.2 },
    { metric: 'memory', subject: 'foldout', over: { subject: PEER }, better: 'lower', tolerance: 0.08 },
    {
      metric: 'load',
      subject: 'foldout',
      over: { metric: 'build', subject: PEER },
      better: 'lower',
      tolerance: 0.35,
    },
    { metric: 'snapshot', subject: 'foldout', better: 'lower', tolerance: 0.02 },
    { metric: 'exactness', subject: 'foldout', better: 'higher', tolerance: QUALITY },
  ],
};

/** The median cost of `rounds` builds. The subjects take turns. */
async function buildCosts(catalogs: string, size: number, rounds: number): Promise<Map<Built, BuildCost>> {
  const subjects: readonly Built[] = [PEER, 'foldout'];
  const costs = new Map(subjects.map((subject): [Built, BuildCost[]] => [subject, []]));
  for (let round = 0; round < rounds; round++) {
    for (const subject of subjects) costs.get(subject)?.push(await buildCost(subject, catalogs, size));
  }
  const median = (runs: readonly BuildCost[], figure: keyof BuildCost): number =>
    quantile(
      runs.map((run) => run[figure]),
      0.5,
    );
  return new Map(
    [...costs].map(([subject, runs]) => [subject, { ms: median(runs, 'ms'), megabytes: median(runs, 'megabytes') }]),
  );
}

type Add = (metric: string, value: number, unit: string) => void;

/** Figures per tool show whether the cost grows in proportion to the number of tools. */
function addBuild({ ms, megabytes }: BuildCost, size: number, add: Add): void {
  add('build', ms, 'ms');
  add('build-per-tool', (1_000 * ms) / size, 'µs');
  add('memory', megabytes, 'MB');
  add('memory-per-tool', (1_000 * megabytes) / size, 'kB');
}

function measureOthers(
  engine: SearchEngine,
  tools: readonly BenchTool[],
  queries: readonly string[],
  vectors: VectorTable,
  add: Add,
): void {
  add('exactness', exactness(engine, queries), 'share');
  measureChanges(engine, tools, add);
  const saving = performance.now();
  const snapshot = engine.save('catalog');
  add('save', performance.now() - saving, 'ms');
  const load = (options: { key?: string }) =>
    quickest(() => SearchEngine.load(snapshot, tools, { vectors, ...options }));
  add('load', load({ key: 'catalog' }), 'ms');
  add('load-checked', load({}), 'ms');
  add('snapshot', snapshot.length / 1e6, 'MB');
}

/** Recall of the pruned search: its share of the ten best hits of an exhaustive vector comparison. */
function exactness(engine: SearchEngine, queries: readonly string[]): number {
  let same = 0;
  let all = 0;
  for (const query of queries) {
    const quick = new Set(engine.search(query, { limit: 10 }).hits.map(({ tool }) => tool.id));
    const full = engine.search(query, { limit: 10, exhaustive: true }).hits;
    all += full.length;
    same += full.filter(({ tool }) => quick.has(tool.id)).length;
  }
  return same / Math.max(1, all);
}

function measureChanges(engine: SearchEngine, tools: readonly BenchTool[], add: Add): void {
  const changed = tools.slice(0, CHANGES);
  const removals = changed.map(({ id }) => duration(() => engine.remove(id)));
  const additions = changed.map((tool) => duration(() => engine.upsert(tool)));
  add('remove', quantile(removals, 0.5), 'ms');
  add('remove-slowest', Math.max(...removals), 'ms');
  add('add', quantile(additions, 0.5), 'ms');
  add('add-slowest', Math.max(...additions), 'ms');
}

function duration(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

/** The fastest of a few runs, in processor time, which a busy machine changes little. */
function quickest(work: () => unknown): number {
  const runs = Array.from({ length: LOADS }, () => {
    const started = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1_000;
  });
  return Math.min(...runs);
}

function addTimes(times: readonly number[], add: Add): void {
  add('p50', quantile(times, 0.5), 'ms');
  add('p95', quantile(times, 0.95), 'ms');
}
