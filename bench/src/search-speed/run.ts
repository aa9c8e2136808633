import { parseArgs } from 'node:util';
import { SearchEngine, type VectorTable } from '@foldout/core';
import { loadVectorTable } from '@foldout/core/node';
import { CATALOGS } from '../data-folders.ts';
import { quantile } from '../measure.ts';
import { printJson, type Row, say, table } from '../report.ts';
import type { BenchTool } from '../retrieval/bare-tool.ts';
import { miniSearchTuned } from '../retrieval/subjects/mini-search.ts';
import { type BuildCost, buildCost } from './build-cost.ts';
import { readTools, requests, synthesize } from './catalog.ts';
import { sideBySide } from './side-by-side.ts';

const QUERIES = 200;
const CHANGES = 200;

/** `npm run bench -- search-speed [--catalogs DIR] [--sizes 1000,10000,100000] [--json]` */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      catalogs: { type: 'string', default: CATALOGS },
      sizes: { type: 'string', default: '1000,10000,100000' },
      json: { type: 'boolean', default: false },
    },
  });
  const vectors = await loadVectorTable();
  const real = readTools(values.catalogs);
  const queries = requests(real, QUERIES);
  const rows: Row[] = [];
  for (const size of values.sizes.split(',').map(Number)) {
    say(`${size} tools …`);
    const tools = synthesize(real, size);
    const add = (subject: string) => (metric: string, value: number, unit: string) => {
      rows.push({ case: String(size), metric, subject, value, unit });
    };
    const peer = await miniSearchTuned.build(tools);
    const engine = new SearchEngine({ vectors });
    for (const tool of tools) engine.upsert(tool);
    const [peerTimes = [], ownTimes = []] = await sideBySide(
      [
        { subject: 'minisearch-tuned', search: (query) => peer.search(query, 10) },
        { subject: 'foldout', search: (query) => engine.search(query, { limit: 10 }) },
      ],
      queries,
    );
    addTimes(peerTimes, add('minisearch-tuned'));
    addTimes(ownTimes, add('foldout'));
    add('foldout')('times-faster', quantile(peerTimes, 0.5) / quantile(ownTimes, 0.5), 'times');
    for (const subject of ['minisearch-tuned', 'foldout'] as const) {
      addBuild(await buildCost(subject, values.catalogs, size), size, add(subject));
    }
    measureOthers(engine, tools, queries, vectors, add('foldout'));
  }
  if (values.json) printJson('search-speed', rows);
  else say(table(['tools', 'subject', 'metric', 'value', 'unit'], rows.map(cells)));
}

type Add = (metric: string, value: number, unit: string) => void;

/** The figures a tool show how both grow: with the number of tools, and no faster. */
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
  add(
    'load',
    quickest(() => SearchEngine.load(snapshot, tools, { vectors, key: 'catalog' })),
    'ms',
  );
  add(
    'load-checked',
    quickest(() => SearchEngine.load(snapshot, tools, { vectors })),
    'ms',
  );
  add('snapshot', snapshot.length / 1e6, 'MB');
}

/** How many of the ten that comparing every vector finds are among the ten of the quick way. */
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

/** The best of a few times: the machine may be busy with something else. */
function quickest(work: () => unknown): number {
  return Math.min(...Array.from({ length: LOADS }, () => duration(work)));
}

const LOADS = 3;

function addTimes(times: readonly number[], add: Add): void {
  add('p50', quantile(times, 0.5), 'ms');
  add('p95', quantile(times, 0.95), 'ms');
}

function cells(row: Row): string[] {
  return [row.case, row.subject, row.metric, row.value.toFixed(row.value < 10 ? 3 : 0), row.unit];
}
