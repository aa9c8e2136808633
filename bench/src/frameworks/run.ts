import type { Benchmark } from '../benchmark.ts';
import { CATALOGS_OPTION, namedOrBeside } from '../data-folders.ts';
import { type Row, row, say } from '../report.ts';
import type { Verdict } from '../targets.ts';
import { ModelEndpoint } from './model-endpoint.ts';
import { ScriptedModel } from './scripted-model.ts';
import { type PlainTool, readPlainTools, readTasks, type Task } from './tasks.ts';
import { waysFor } from './ways/index.ts';
import type { Way } from './ways/way.ts';

const TOOLS = 4_000;
const TASKS = { full: 50, quick: 10 };
const LISTING = 'all tools listed';
const SAVED_PERCENT = 99;

/**
 * The same tools and tasks in each framework, and with every tool listed. A task is: find a tool, call it, end. The frameworks
 * and SDKs are the real ones; the model is an endpoint on loopback.
 */
export const frameworks: Benchmark = {
  options: CATALOGS_OPTION,
  async run(args) {
    const tools = readPlainTools(namedOrBeside(args, 'catalogs'), TOOLS);
    const tasks = readTasks(args.quick ? TASKS.quick : TASKS.full);
    say(`${tools.length} tools, ${tasks.length} tasks`);
    const byName = new Map(tools.map((tool) => [tool.name, tool]));
    using endpoint = await ModelEndpoint.open();
    const rows: Row[] = [];
    for (const way of await waysFor(tools, endpoint, !args.quick)) {
      say(`${way.name} …`);
      rows.push(...(await rowsOf(way, endpoint, tasks, byName)));
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

async function rowsOf(
  way: Way,
  endpoint: ModelEndpoint,
  tasks: readonly Task[],
  tools: ReadonlyMap<string, PlainTool>,
): Promise<Row[]> {
  const play = async (task: Task): Promise<ScriptedModel> => {
    const model = new ScriptedModel(way.habit, task, tools);
    endpoint.model = model;
    await way.play(task.request);
    return model;
  };
  // The first search loads the word vectors and builds the index: not part of a task.
  const [first] = tasks;
  if (first) await play(first);
  if (way.clock) way.clock.ms = 0;
  const models: ScriptedModel[] = [];
  for (const task of tasks) models.push(await play(task));
  const mean = (value: (model: ScriptedModel) => number): number =>
    models.reduce((sum, model) => sum + value(model), 0) / models.length;
  const share = (is: (model: ScriptedModel) => boolean): number => mean((model) => Number(is(model))) * 100;
  const figure = (metric: string, value: number, unit: string): Row => row('task', metric, way.name, value, unit);
  return [
    figure('tokens', Math.round(mean(({ tokens }) => tokens)), 'tokens'),
    figure(
      'requests',
      mean(({ requests }) => requests),
      'requests',
    ),
    ...(way.habit.search
      ? [
          figure(
            'found by the first search',
            share(({ foundAfter }) => foundAfter === 1),
            '%',
          ),
        ]
      : []),
    figure(
      'done',
      share(({ foundAfter }) => foundAfter !== undefined),
      '%',
    ),
    ...(way.clock ? [figure('time in the adapter', way.clock.ms / tasks.length, 'ms')] : []),
  ];
}
