import { stripVTControlCharacters } from 'node:util';
import type { WorkFolder } from '../gateway/work-folder.ts';
import { FOLDOUT_PROGRAM } from '../paths.ts';
import { type Finished, runProcess } from './client-process.ts';
import type { LabGateway } from './gateway.ts';
import type { AgentRecipe, CommandRecipe, Launch, Place, Recipe } from './recipe.ts';
import { startRefusingProxy } from './refusing-proxy.ts';
import type { Outcome, Script } from './script.ts';
import { startScriptedModel } from './scripted-model.ts';
import type { Conversation, OfferedTool, SeenResult } from './wire/wire.ts';

const PROMPT = 'Please do the next step of the task with your tools.';

export interface Visit {
  readonly finished: Finished;
  /** Requests to the model, for the record. */
  readonly requests: readonly unknown[];
  /** What the client's own list of servers says of the gateway. Absent: it was not asked. */
  readonly listed?: Outcome;
  /** Hosts other than loopback that the client tried to reach. */
  readonly outside: readonly string[];
}

/** The fields of a place that do not differ between the transports and states of a client. */
export type Installed = Pick<Place, 'installed' | 'node' | 'patient'>;

/** Runs a client once against the gateway; the script decides each step. */
export async function runClient(
  recipe: Recipe,
  where: Installed,
  gateway: LabGateway,
  script: Script,
  work: WorkFolder,
  limitMs: number,
): Promise<Visit> {
  const home = work.folder('home');
  await using proxy = await startRefusingProxy();
  const run = (launch: Launch, limitMs: number): Promise<Finished> =>
    runProcess(launch, { home, env: proxy.env }, limitMs);
  const place = { ...where, home, gateway: gateway.address, connected: gateway.connect !== undefined };
  if (!('launch' in recipe)) {
    const visit = await runCommands(recipe, { ...place, model: '' }, script, run, limitMs);
    return { ...visit, outside: [...proxy.hosts] };
  }
  await using model = await startScriptedModel((conversation) => script.reply(conversation));
  const launch = recipe.launch({ ...place, model: model.url }, PROMPT);
  const listed =
    gateway.connect === undefined ? undefined : await connect(recipe, launch, gateway.connect, run, limitMs);
  const finished = await run(launch, limitMs);
  return { finished, requests: model.requests, outside: [...proxy.hosts], ...(listed && { listed }) };
}

/** Connects the client as its user does, and asks the client for its servers. */
async function connect(
  { connects = '', status, id }: AgentRecipe,
  launch: Launch,
  config: string,
  run: (launch: Launch, limitMs: number) => Promise<Finished>,
  limitMs: number,
): Promise<Outcome | undefined> {
  const args = [FOLDOUT_PROGRAM, 'connect', connects, '--yes', '--config', config];
  const { exitCode, output } = await run({ ...launch, command: process.execPath, args }, limitMs);
  if (exitCode !== 0) throw new Error(`foldout connect ${connects} ended with code ${exitCode}: ${output}`);
  if (!status) return undefined;
  // A client on Node is `node client.js …`: its first argument is the program.
  const program = launch.args.slice(
    0,
    launch.command.includes(id) || !/[\\/]node(\.exe)?$/.test(launch.command) ? 0 : 1,
  );
  const list = await run({ ...launch, args: [...program, ...status.args] }, limitMs);
  const text = stripVTControlCharacters(list.output);
  const arrived = status.shows.test(text);
  return { arrived, note: arrived ? 'connected' : text.trim().slice(-300) };
}

/** Plays the model for a client that has none: its output is what a reader, or an agent with a shell, sees. */
async function runCommands(
  recipe: CommandRecipe,
  place: Place,
  script: Script,
  runFor: (launch: Launch, limitMs: number) => Promise<Finished>,
  limitMs: number,
): Promise<Omit<Visit, 'outside'>> {
  const end = performance.now() + limitMs;
  const run = (launch: Launch): Promise<Finished> => runFor(launch, Math.max(end - performance.now(), 1));
  const results: SeenResult[] = [];
  let finished = await run(recipe.list(place));
  const tools: OfferedTool[] = recipe
    .readTools(finished.stdout)
    .map((definition) => ({ name: definition.name, definition }));
  const requests: Conversation[] = [];
  while (performance.now() < end) {
    const conversation = { tools, results: [...results], rest: '' };
    requests.push(conversation);
    const reply = script.reply(conversation);
    if (!('use' in reply)) break;
    finished = await run(recipe.call(place, reply.use.tool.name, reply.use.input));
    results.push(recipe.readResult(finished.stdout || finished.output));
  }
  return { finished, requests };
}
