import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WorkFolder } from '../gateway/work-folder.ts';
import { errorText, say } from '../report.ts';
import type { Finished } from './client-process.ts';
import { Gateways, type TransportName } from './gateway.ts';
import { installClient, nodeFor } from './install.ts';
import { allArrived, type LabCase, type LabRun, runOf, seenBy, stepsOf, surfaceIn } from './lab-run.ts';
import { newSecrets } from './marks.ts';
import { NotRunnable, type Recipe } from './recipe.ts';
import { clientName, firstList } from './recording.ts';
import { type Installed, runClient } from './run-client.ts';
import { Script } from './script.ts';
import { type State, startServers } from './servers.ts';
import { SLOW_MS } from './upstream-tools.ts';

export interface LabOptions {
  readonly recipes: readonly Recipe[];
  readonly transports: readonly TransportName[];
  readonly states: readonly State[];
  /** Folder of the installed clients. */
  readonly cache: string;
  /** Time limit of one run. */
  readonly limitMs: number;
  /** Folder for a record of each run: messages, requests to the model, output. */
  readonly records?: string;
}

const ATTEMPTS = 3;

/** Runs every client, one after the other. */
export async function runLab({ recipes, transports, states, cache, limitMs, records }: LabOptions): Promise<LabRun[]> {
  const secrets = newSecrets();
  await using servers = await startServers(secrets);
  await using work = new WorkFolder();
  const gateways = new Gateways(servers, work);
  const runs: LabRun[] = [];

  const runOnce = async (lab: LabCase, where: Installed): Promise<LabRun> => {
    await using gateway = await gateways.open(lab.transport, lab.state);
    const missing = { isSlowLoaded: () => gateway.ageMs() > SLOW_MS };
    const script = new Script(secrets, lab.state === 'cold' ? missing : undefined);
    const visit = await runClient(lab.recipe, where, gateway, script, work, limitMs);
    const recording = gateway.recording();
    if (records) {
      const { exchanges, outcomes } = script;
      writeRecord(records, lab, { ...visit, exchanges, outcomes: [...outcomes], recording });
    }
    const list = firstList(recording);
    const reportedName = clientName(recording);
    return {
      ...runOf(lab),
      ...(where.patient && { toldToWait: true }),
      ...(reportedName !== undefined && { reportedName }),
      ...(list && { firstList: list }),
      surface: surfaceIn(list),
      seen: seenBy(script, list),
      steps: stepsOf(script, ending(visit.finished), visit.listed),
      outside: visit.outside,
    };
  };

  for (const recipe of recipes) {
    for (const transport of transports.filter((one) => one !== 'connected' || recipe.connects !== undefined)) {
      for (const state of states) {
        const lab = { recipe, transport, state };
        runs.push(await untilConnected(lab, cache, (where) => runOnce(lab, where)));
        await work.clear();
      }
    }
  }
  return runs;
}

/**
 * Repeats a run in which the client gave up before the gateway answered, as clients with a short time limit do on a busy
 * machine. The last run sets a longer time limit, where the client has a setting for it.
 */
async function untilConnected(
  lab: LabCase,
  cache: string,
  runOnce: (where: Installed) => Promise<LabRun>,
): Promise<LabRun> {
  for (let attempt = 1; ; attempt += 1) {
    const patient = attempt === ATTEMPTS && lab.recipe.canWait === true;
    const run = await tryRun(lab, cache, patient, runOnce);
    say(progressLine(run));
    const connected = run.steps?.find(({ step }) => step === 'connect')?.arrived ?? true;
    if (connected || attempt === ATTEMPTS) return run;
    say('  once more: no tool of the gateway reached the model');
  }
}

async function tryRun(
  lab: LabCase,
  cache: string,
  patient: boolean,
  runOnce: (where: Installed) => Promise<LabRun>,
): Promise<LabRun> {
  try {
    const installed = await installClient(lab.recipe, cache);
    return await runOnce({ installed, node: await nodeFor(lab.recipe, cache), patient });
  } catch (error) {
    if (!(error instanceof NotRunnable)) throw error;
    return { ...runOf(lab), notRun: errorText(error) };
  }
}

function writeRecord(folder: string, { recipe, transport, state }: LabCase, record: unknown): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${recipe.id}-${transport}-${state}.json`), JSON.stringify(record, undefined, 1));
}

function ending({ timedOut, exitCode, output }: Finished): string {
  const how = timedOut ? 'the time was over' : `the client ended with code ${exitCode}`;
  return `${how}. ${output.trim().slice(-200)}`;
}

function progressLine(run: LabRun): string {
  const name = `${run.client} ${run.version} ${run.transport} ${run.state}`;
  if (run.notRun) return `${name}: not run: ${run.notRun}`;
  const failed = run.steps?.filter(({ arrived }) => !arrived) ?? [];
  const notes = [...new Set(failed.map(({ note }) => note))];
  const problems = notes.map((note) => {
    const steps = failed.filter((result) => result.note === note).map(({ step }) => step);
    return `\n    ${steps.join(', ')}: ${note.replaceAll(/\s+/g, ' ')}`;
  });
  const outside = run.outside?.length ? `\n    refused: ${run.outside.join(', ')}` : '';
  const arrived = allArrived(run) ? 'every step arrived' : `${failed.length} steps did not arrive`;
  return `${name}: ${arrived}${run.toldToWait ? ', told to wait' : ''}${problems.join('')}${outside}`;
}
