import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type SyntheticCommand, syntheticCommands } from '../commands.ts';
import { connectFoldout } from '../connections.ts';
import { printReport, type Row, say } from '../report.ts';
import { tokensOf } from '../tokens.ts';
import { embed, toMarkdown } from './markdown.ts';
import { COMPARED, type Compared, taskTokens } from './task.ts';

const SIZES = [5, 80, 500, 5_000];
const README = new URL('../../../README.md', import.meta.url);

/** `npm run bench -- strategies [--json | --markdown] [--write]` */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      json: { type: 'boolean', default: false },
      markdown: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  });
  const rows: Row[] = [];
  for (const size of SIZES) {
    say(`${size} commands …`);
    const commands = syntheticCommands(size);
    for (const strategy of COMPARED) rows.push(...(await strategyRows(commands, strategy)));
  }
  if (values.markdown && !values.json) process.stdout.write(`${toMarkdown(rows)}\n`);
  else printReport('strategies', rows, values.json);
  if (values.write) await writeReadme(toMarkdown(rows));
}

/** What a model reads before it does anything, and what it has read when two commands have run. */
async function strategyRows(commands: readonly SyntheticCommand[], strategy: Compared): Promise<Row[]> {
  await using connection = await connectFoldout(commands, strategy);
  const { client } = connection;
  const { tools } = await client.listTools();
  const listed = tokensOf(tools) + tokensOf(client.getInstructions());
  const wanted = [commands[0], commands[Math.floor(commands.length / 2)]] as SyntheticCommand[];
  const task = listed + (await taskTokens(client, strategy, wanted, tools));
  const row = { case: String(commands.length), subject: strategy, unit: 'tokens' };
  return [
    { ...row, metric: 'listed', value: listed },
    { ...row, metric: 'task', value: task },
  ];
}

async function writeReadme(table: string): Promise<void> {
  const page = await readFile(README, 'utf8').catch(() => undefined);
  const written = page === undefined ? undefined : embed(page, table);
  if (written === undefined) return say('README.md has no strategies markers; nothing was written.');
  await writeFile(README, written);
  say('README.md: the table of strategies was written.');
}
