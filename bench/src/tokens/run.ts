import { TOOL_STRATEGIES, type ToolStrategy } from '@foldout/server';
import type { Benchmark } from '../benchmark.ts';
import { type CapturedCatalog, readCatalogs, readModes } from '../catalogs.ts';
import { CATALOGS_OPTION, dataFolder } from '../data-folders.ts';
import { EXACT } from '../ratios/rules.ts';
import { type Row, row, say } from '../report.ts';
import type { Verdict } from '../targets.ts';
import { tokensOf } from '../tokens.ts';
import { listSurface, nameProblems } from './list-surface.ts';
import { toPivot } from './pivot-table.ts';
import { readTracker, searchRows, searchText } from './search-cost.ts';

/** Tokens that a surface may list, however many tools are in the catalog. */
const BUDGETS: Readonly<Partial<Record<ToolStrategy, number>>> = { proxy: 250, lazy: 600 };
/** Tokens of a search under `dynamic` with the tools that it adds, unless the best match alone is larger. */
const SEARCH_BUDGET = 2_000;
const SHOWN_PROBLEMS = 20;

export const tokens: Benchmark = {
  options: CATALOGS_OPTION,
  async run(args) {
    const folder = dataFolder(args, 'catalogs');
    const catalogs = readCatalogs(folder);
    const all: CapturedCatalog = { name: 'all', tools: catalogs.flatMap(({ tools }) => tools) };
    say(`${all.tools.length} tools of ${catalogs.length} servers …`);
    const rows = await catalogRows(all, catalogs);
    for (const catalog of catalogs) rows.push(...(await catalogRows(catalog, [catalog])));
    rows.push(...modeRows(readModes(folder), catalogs));
    rows.push(...(await searchRows('tracker', [readTracker()])), ...(await searchRows('all', catalogs)));
    const pivot = toPivot(rows.filter(({ metric }) => metric === 'tokens'));
    return { rows, text: `${pivot}\n\n${searchText(rows)}` };
  },
  judge(rows) {
    const budgets = Object.entries(BUDGETS).map(([subject, budget]): Verdict => {
      const own = rows.filter((row) => row.metric === 'tokens' && row.subject === subject);
      const most = Math.max(...own.map(({ value }) => value));
      return { holds: most <= budget, text: `${subject} lists at most ${budget} tokens: ${most}` };
    });
    const illegal = rows.filter(({ metric }) => metric === 'name-problems').reduce((sum, { value }) => sum + value, 0);
    const searches = rows
      .filter(({ metric }) => metric === 'search-tokens-most')
      .map(({ case: name, value }): Verdict => {
        const text = `a search under dynamic costs at most ${SEARCH_BUDGET} tokens (${name}): ${value}`;
        return { holds: value <= SEARCH_BUDGET, text };
      });
    return [
      ...budgets,
      ...searches,
      { holds: illegal === 0, text: `every listed name is legal and unique: ${illegal} are not` },
    ];
  },
  strict: true,
  ratios: [
    { metric: 'tokens', case: /^all$/, better: 'lower', tolerance: EXACT },
    { metric: 'name-problems', case: /^all$/, better: 'lower', tolerance: EXACT },
  ],
};

async function catalogRows({ name, tools }: CapturedCatalog, sources: readonly CapturedCatalog[]): Promise<Row[]> {
  const rows = [tokenRow(name, 'eager', tools)];
  for (const strategy of TOOL_STRATEGIES) {
    const listed = await listSurface(sources, strategy);
    const problems = nameProblems(listed);
    for (const problem of problems.slice(0, SHOWN_PROBLEMS)) say(`${name}, ${strategy}: ${problem}`);
    rows.push(tokenRow(name, strategy, listed), row(name, 'name-problems', strategy, problems.length, 'names'));
  }
  return rows;
}

function tokenRow(name: string, subject: string, tools: readonly unknown[]): Row {
  return row(name, 'tokens', subject, listTokens(tools), 'tokens');
}

/** Each tool is counted once and remembered, because several surfaces list the same object. */
function listTokens(tools: readonly unknown[]): number {
  return tools.reduce<number>((sum, tool) => sum + toolTokens(tool as object), 2);
}

const tokensByTool = new WeakMap<object, number>();

function toolTokens(tool: object): number {
  const count = tokensByTool.get(tool) ?? tokensOf(tool) + 1;
  tokensByTool.set(tool, count);
  return count;
}

/** Adds each reduced mode of a server as a further subject to the case of that server. */
function modeRows(modes: readonly CapturedCatalog[], catalogs: readonly CapturedCatalog[]): Row[] {
  return modes.map((mode) => {
    const whole = catalogs.find((catalog) => catalog.package !== undefined && catalog.package === mode.package);
    return tokenRow(whole?.name ?? 'modes', mode.name, mode.tools);
  });
}
