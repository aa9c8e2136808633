import { parseArgs } from 'node:util';
import { TOOL_STRATEGIES, type ToolStrategy } from '@foldout/server';
import { CATALOGS } from '../data-folders.ts';
import { type Row, say, toJson } from '../report.ts';
import { tokensOf } from '../tokens.ts';
import { type CapturedCatalog, readCatalogs, readModes } from './captured-catalogs.ts';
import { listSurface, nameProblems } from './list-surface.ts';
import { toPivot } from './pivot-table.ts';

/** What a surface may cost whatever lies behind it. */
const BUDGETS: Readonly<Partial<Record<ToolStrategy, number>>> = { proxy: 250, lazy: 600 };

/** `npm run bench -- tokens [--catalogs DIR] [--json]`: what a model reads before it does anything. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { catalogs: { type: 'string', default: CATALOGS }, json: { type: 'boolean', default: false } },
  });
  const catalogs = readCatalogs(values.catalogs);
  const all: CapturedCatalog = { name: 'all', tools: catalogs.flatMap(({ tools }) => tools) };
  const rows: Row[] = [];
  const problems: string[] = [];
  for (const { name, behind, tools } of [
    { ...all, behind: catalogs },
    ...catalogs.map((one) => ({ ...one, behind: [one] })),
  ]) {
    if (name === 'all') say(`${tools.length} tools of ${catalogs.length} servers …`);
    rows.push(row(name, 'eager', listTokens(tools)));
    for (const strategy of TOOL_STRATEGIES) {
      const listed = await listSurface(behind, strategy);
      rows.push(row(name, strategy, listTokens(listed)));
      problems.push(...nameProblems(listed).map((problem) => `${name}, ${strategy}: ${problem}`));
    }
  }
  rows.push(...modeRows(readModes(values.catalogs), catalogs));
  process.stdout.write(`${values.json ? toJson('tokens', rows) : toPivot(rows)}\n`);
  judge(rows, problems);
}

function row(name: string, subject: string, value: number): Row {
  return { case: name, metric: 'tokens', subject, value, unit: 'tokens' };
}

const counted = new WeakMap<object, number>();

/** Tools are counted one by one, and once: most are listed by more than one surface. */
function listTokens(tools: readonly unknown[]): number {
  return tools.reduce<number>((sum, tool) => sum + toolTokens(tool as object), 2);
}

function toolTokens(tool: object): number {
  const known = counted.get(tool) ?? tokensOf(tool) + 1;
  counted.set(tool, known);
  return known;
}

/** A server's own reduced mode stands beside what all of its tools cost. */
function modeRows(modes: readonly CapturedCatalog[], catalogs: readonly CapturedCatalog[]): Row[] {
  return modes.map((mode) => {
    const whole = catalogs.find((catalog) => catalog.package !== undefined && catalog.package === mode.package);
    return row(whole?.name ?? 'modes', mode.name, listTokens(mode.tools));
  });
}

/** Tokens are the same on every machine: what is over its budget is a failure. */
function judge(rows: readonly Row[], problems: readonly string[]): void {
  const verdict = (holds: boolean, what: string): void => {
    say(`${holds ? 'PASS' : 'FAIL'}  ${what}`);
    if (!holds) process.exitCode = 1;
  };
  for (const [subject, budget] of Object.entries(BUDGETS)) {
    const most = Math.max(...rows.filter((one) => one.subject === subject).map(({ value }) => value));
    verdict(most <= budget, `${subject} lists in at most ${budget} tokens: ${most}`);
  }
  verdict(problems.length === 0, `every listed name is legal and unique: ${problems.length} are not`);
  for (const problem of problems.slice(0, 20)) say(`      ${problem}`);
}
