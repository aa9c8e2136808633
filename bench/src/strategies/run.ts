import { readFile, writeFile } from 'node:fs/promises';
import type { Benchmark } from '../benchmark.ts';
import { type SyntheticCommand, syntheticCommands } from '../commands.ts';
import { connectFoldout } from '../connections.ts';
import { EXACT } from '../ratios/rules.ts';
import { type Row, row, say } from '../report.ts';
import { tokensOf } from '../tokens.ts';
import { embed, toMarkdown, withHeadline } from './markdown.ts';
import { COMPARED, type Compared, taskTokens } from './task.ts';

const README = new URL('../../../README.md', import.meta.url);

export const strategies: Benchmark = {
  options: {
    markdown: { about: 'Print the table as Markdown' },
    write: { about: 'Write the table, and the figures of the first sentences, into README.md' },
  },
  async run(args) {
    const rows: Row[] = [];
    for (const size of args.pick({ full: [5, 80, 500, 5_000], quick: [5, 80, 500] })) {
      say(`${size} commands …`);
      const commands = syntheticCommands(size);
      for (const strategy of COMPARED) rows.push(...(await strategyRows(commands, strategy)));
    }
    if (args.flag('write')) await writeReadme(rows);
    return args.flag('markdown') ? { rows, text: toMarkdown(rows) } : { rows };
  },
  ratios: [
    { metric: 'listed', better: 'lower', tolerance: EXACT },
    // Answers contain their duration, and its number of digits changes the token count.
    { metric: 'task', better: 'lower', tolerance: 0.005 },
  ],
};

/** Tokens that a model has read before its first call, and after it has run two commands. */
async function strategyRows(commands: readonly SyntheticCommand[], strategy: Compared): Promise<Row[]> {
  await using connection = await connectFoldout(commands, strategy);
  const { client } = connection;
  const { tools } = await client.listTools();
  const listed = tokensOf(tools) + tokensOf(client.getInstructions());
  const wanted = [commands[0], commands[Math.floor(commands.length / 2)]] as SyntheticCommand[];
  const task = listed + (await taskTokens(client, strategy, wanted, tools));
  const size = String(commands.length);
  return [row(size, 'listed', strategy, listed, 'tokens'), row(size, 'task', strategy, task, 'tokens')];
}

async function writeReadme(rows: readonly Row[]): Promise<void> {
  const page = await readFile(README, 'utf8').catch(() => undefined);
  const written = page === undefined ? undefined : embed(withHeadline(page, rows), toMarkdown(rows));
  if (written === undefined)
    return say('README.md was not written: it has no <!-- strategies:start --> and <!-- strategies:end --> markers.');
  await writeFile(README, written);
  say('The figures in README.md were written.');
}
