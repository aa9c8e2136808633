import type { Benchmark } from '../benchmark.ts';
import { CATALOGS_OPTION, namedOrBeside } from '../data-folders.ts';
import { type Row, row, say } from '../report.ts';
import type { Verdict } from '../targets.ts';
import { type Outcome, play, type Way } from './conversation.ts';
import { type PlainTool, readPlainTools, readTasks, type Task } from './tasks.ts';
import { waysFor } from './ways.ts';

const TOOLS = 4_000;
const TASKS = { full: 50, quick: 10 };
const LISTING = 'all tools listed';
const SAVED_PERCENT = 99;

/** The same tools and tasks in each framework, and with every tool listed. A task is: find a tool, call it, end. */
export const frameworks: Benchmark = {
  options: CATALOGS_OPTION,
  async run(args) {
    const tools = readPlainTools(namedOrBeside(args, 'catalogs'), TOOLS);
    const tasks = readTasks(args.quick ? TASKS.quick : TASKS.full);
    say(`${tools.length} tools, ${tasks.length} tasks`);
    const byName = new Map(tools.map((tool) => [tool.name, tool]));
    const rows: Row[] = [];
    for (const way of await waysFor(tools)) {
      say(`${way.name} …`);
      rows.push(...(await rowsOf(way, tasks, byName)));
    }
    return { rows };
  },
  judge: (rows) => {
    const tokens = (subject: string) =>
      rows.find((each) => each.subject === subject && each.metric === 'tokens')?.value ?? 0;
    const subjects = [...new Set(rows.map(({ subject }) => subject))].filter((subject) => subject !== LISTING);
    return subjects.map((subject): Verdict => {
      const saved = (1 - tokens(subject) / tokens(LISTING)) * 100;
      return { holds: saved >= SAVED_PERCENT, text: `${subject}: ${saved.toFixed(2)}% fewer tokens than listing` };
    });
  },
  ratios: [],
};

async function rowsOf(way: Way, tasks: readonly Task[], tools: ReadonlyMap<string, PlainTool>): Promise<Row[]> {
  // The first search loads the word vectors and builds the index: not part of a task.
  const [first] = tasks;
  if (first) await play(way, first, tools);
  const outcomes: Outcome[] = [];
  for (const task of tasks) outcomes.push(await play(way, task, tools));
  const mean = (value: (outcome: Outcome) => number) =>
    outcomes.reduce((sum, outcome) => sum + value(outcome), 0) / outcomes.length;
  return [
    row('task', 'tokens', way.name, Math.round(mean(({ tokens }) => tokens)), 'tokens'),
    row(
      'task',
      'requests',
      way.name,
      mean(({ requests }) => requests),
      'requests',
    ),
    row('task', 'found', way.name, mean(({ found }) => Number(found)) * 100, '%'),
    row(
      'task',
      'time in Foldout',
      way.name,
      mean(({ ms }) => ms),
      'ms',
    ),
  ];
}
