import { SearchEngine, type Tool } from '@foldout/core';
import { type ImprovementReport, improveTools, overlayTool } from '@foldout/core/internal';
import { loadVectorTable } from '@foldout/core/node';
import type { Benchmark } from '../benchmark.ts';
import { readTools } from '../catalogs.ts';
import { CATALOGS_OPTION, dataFolder } from '../data-folders.ts';
import { type Row, row, say } from '../report.ts';
import { readPairs } from '../retrieval/pairs.ts';
import type { RetrievalSet } from '../retrieval/sets.ts';
import { judgeRows, type Target } from '../targets.ts';

const FOUND_WITHIN = 5;
/** A change of recall that one request in a thousand makes. */
const NOISE = 0.001;
const AFTER = 'foldout-overlays';

const before = (others: readonly Row[]) => others.find(({ subject }) => subject === 'foldout')?.value ?? Number.NaN;
const TARGETS: readonly Target[] = [
  {
    what: 'held-out paraphrases find the changed tools more often',
    applies: ({ case: name, metric, subject }) =>
      metric === 'recall@5' && subject === AFTER && name === 'paraphrases/changed',
    met: (value, others) => value > before(others),
  },
  {
    what: 'requests find the other tools no less often',
    applies: ({ case: name, metric, subject }) =>
      metric === 'recall@5' && subject === AFTER && name.endsWith('/others'),
    met: (value, others) => value >= before(others) - NOISE,
  },
];

/** What `foldout doctor --improve` proposes for a whole catalog, and whether requests find more tools with it. */
export const overlays: Benchmark = {
  options: CATALOGS_OPTION,
  async run(args) {
    const folder = dataFolder(args, 'catalogs');
    const vectors = await loadVectorTable();
    const improve = (tools: readonly Tool[]) => improveTools(tools, { search: { vectors } });
    const tools = readTools(folder);
    say(`proposals for ${tools.length} tools …`);
    const report = await improve(tools);
    const rows = paraphraseRows(report, tools.length);
    // Written by hand for other purposes, without knowledge of the proposals.
    const worlds = readPairs(folder);
    if (worlds.length === 0) return { rows };
    say('the same with requests that people wrote …');
    const written = new Counts();
    for (const world of worlds) {
      const { improvements } = await improve(world.tools as readonly Tool[]);
      written.add(world, improvements, vectors);
    }
    return { rows: [...rows, ...written.rows()] };
  },
  judge: (rows) => judgeRows(rows, TARGETS),
  ratios: [],
};

function paraphraseRows({ improvements, touched, others, dropped }: ImprovementReport, tools: number): Row[] {
  const recall = (name: string, { before, after }: ImprovementReport['touched']) => [
    row(`paraphrases/${name}`, 'recall@5', 'foldout', before, ''),
    row(`paraphrases/${name}`, 'recall@5', AFTER, after, ''),
  ];
  return [
    row('proposals', 'tools', 'foldout', tools, ''),
    row('proposals', 'changed', AFTER, improvements.length, ''),
    row('proposals', 'dropped', AFTER, dropped, ''),
    ...(improvements.length > 0 ? recall('changed', touched) : []),
    ...recall('others', others),
  ];
}

/** Written requests that find their tool, of changed tools and of others, before and after. */
class Counts {
  readonly #counts = { changed: { asked: 0, before: 0, after: 0 }, others: { asked: 0, before: 0, after: 0 } };

  add(
    { tools, queries }: RetrievalSet,
    improvements: ImprovementReport['improvements'],
    vectors: Awaited<ReturnType<typeof loadVectorTable>>,
  ): void {
    const load = () => SearchEngine.load(new Uint8Array(), tools as readonly Tool[], { vectors });
    const [plain, changed] = [load(), load()];
    for (const { tool, overlay } of improvements) changed.upsert(overlayTool(tool, overlay));
    const ids = new Set(improvements.map(({ tool }) => tool.id));
    for (const { query, relevant } of queries) {
      const count = this.#counts[relevant.some((id) => ids.has(id)) ? 'changed' : 'others'];
      count.asked += 1;
      if (finds(plain, query, relevant)) count.before += 1;
      if (finds(changed, query, relevant)) count.after += 1;
    }
  }

  rows(): Row[] {
    return Object.entries(this.#counts).flatMap(([name, { asked, before, after }]) =>
      asked === 0
        ? []
        : [
            row(`written/${name}`, 'requests', 'foldout', asked, ''),
            row(`written/${name}`, 'recall@5', 'foldout', before / asked, ''),
            row(`written/${name}`, 'recall@5', AFTER, after / asked, ''),
          ],
    );
  }
}

function finds(engine: SearchEngine, query: string, relevant: readonly string[]): boolean {
  const { hits } = engine.search(query, { limit: FOUND_WITHIN });
  return hits.some(({ tool, copies = [] }) => [tool, ...copies].some(({ id }) => relevant.includes(id)));
}
