import { parseArgs } from 'node:util';
import type { ToolSource } from '@foldout/core';
import { type Conversation, neighbours, WAYS } from '@foldout/example-workspace/headline';
import { catalogsIfAny } from '../data-folders.ts';
import { printJson, type Row, say, table } from '../report.ts';
import { readCatalogs } from '../tokens/captured-catalogs.ts';
import { CapturedSource } from '../tokens/captured-source.ts';

const LISTING = 'all tools listed';
/** The ways that code takes the data past the model, and by how much they must stay below the listing. */
const SPARING = ['workspace files', 'run_code'];
const SAVED = 0.98;

/**
 * `npm run bench -- headline [--catalogs DIR] [--json]`: a document copied from one server to another, five ways, through
 * a real client, with every message counted. The servers beside the two are captured ones, or twenty generated ones.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { catalogs: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  const catalogs = catalogsIfAny(values.catalogs);
  const beside = (): readonly ToolSource[] =>
    catalogs === undefined ? neighbours() : readCatalogs(catalogs).map((catalog) => new CapturedSource(catalog));
  const done = new Map<string, Conversation>();
  for (const [way, perform] of Object.entries(WAYS)) {
    say(`${way} …`);
    done.set(way, await perform(beside()));
  }
  const rows = [...done].flatMap(([way, conversation]) => rowsOf(way, conversation, done.get(LISTING)?.tokens ?? 0));
  if (values.json) printJson('headline', rows);
  else process.stdout.write(`${toTables(done)}\n`);
  judge(rows);
}

function rowsOf(way: string, { steps, tokens }: Conversation, listing: number): Row[] {
  const row = (name: string, metric: string, value: number, unit: string): Row => ({
    case: name,
    metric,
    subject: way,
    value,
    unit,
  });
  return [
    ...steps.flatMap(({ what, read, written }, index) => [
      row(`${index + 1} ${what}`, 'read', read, 'tokens'),
      row(`${index + 1} ${what}`, 'written', written, 'tokens'),
    ]),
    row('task', 'tokens', tokens, 'tokens'),
    row('task', 'saved', (1 - tokens / listing) * 100, '%'),
  ];
}

function toTables(done: ReadonlyMap<string, Conversation>): string {
  const count = (value: number): string => value.toLocaleString('en-US');
  const listing = done.get(LISTING)?.tokens ?? 0;
  const ways = [...done].map(([way, { steps }]) =>
    table(
      [way, 'read', 'written'],
      steps.map(({ what, read, written }) => [what, count(read), count(written)]),
    ),
  );
  const totals = [...done].map(([way, { tokens }]) => [
    way,
    count(tokens),
    `${((1 - tokens / listing) * 100).toFixed(2)}%`,
  ]);
  return [...ways, table(['o200k_base tokens of the task', 'in all', 'saved'], totals)].join('\n\n');
}

/** Tokens are the same on every machine: what misses its figure is a failure. */
function judge(rows: readonly Row[]): void {
  for (const way of SPARING) {
    const saved = rows.find(({ subject, metric }) => subject === way && metric === 'saved')?.value ?? Number.NaN;
    const holds = saved >= SAVED * 100;
    say(`${holds ? 'PASS' : 'FAIL'}  ${way} at least ${SAVED * 100}% below listing: ${saved.toFixed(2)}%`);
    if (!holds) process.exitCode = 1;
  }
}
