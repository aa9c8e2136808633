import { type MeasureOptions, measure, type Subject, type Timing } from '../measure.ts';
import { type Row, say } from '../report.ts';
import { BARE_PROXY, byOwnName, FOLDOUT, type GatewaySubject, subjectName, type ToolCall } from './gateways.ts';
import { type OpenClient, openClient, type Program } from './open-client.ts';
import { everything, filesystem, type Upstreams } from './upstreams.ts';
import type { WorkFolder } from './work-folder.ts';

/** Before it counts: a call gets faster for thousands of rounds. A slow peer takes its turns too, hence the limit. */
const WARM_UP = { calls: 5_000, ms: 8_000 };
const ROUNDS: MeasureOptions = { warmUp: 20, rounds: 2_500, budgetMs: 45_000, minRounds: 200 };
/** One call at a time, as an agent makes them; and one after the other, as a script does. */
const RHYTHMS: Readonly<Record<string, MeasureOptions>> = {
  echo: ROUNDS,
  'echo-in-a-row': { ...ROUNDS, rounds: 125, perTurn: 20, minRounds: 10 },
};
const ECHO = { server: 'everything', tool: 'echo', input: { message: 'hello' } };
const DIRECT = 'direct';

/** One call of a small tool, through everyone in turn. */
export async function callRows(peers: readonly GatewaySubject[], work: WorkFolder): Promise<Row[]> {
  const cases: [string, Upstreams][] = [
    ['13-tools', everything()],
    ['27-tools', { ...everything(), ...filesystem(work.folder('files')) }],
  ];
  const rows: Row[] = [];
  for (const [name, upstreams] of cases) {
    say(`call: ${name} …`);
    rows.push(...(await caseRows(name, upstreams, [BARE_PROXY, FOLDOUT, ...peers], work)));
  }
  return rows;
}

async function caseRows(
  name: string,
  upstreams: Upstreams,
  gateways: readonly GatewaySubject[],
  work: WorkFolder,
): Promise<Row[]> {
  const opened: OpenClient[] = [];
  const subjects: Subject[] = [];
  // A process for every way of calling: of two on one process, the second would find it awake.
  const add = async (subject: string, program: Program, call: ToolCall): Promise<void> => {
    const open = await openClient(program);
    opened.push(open);
    subjects.push({ name: subject, run: await checkedCall(open, call) });
  };
  try {
    await add(DIRECT, upstreams[ECHO.server] as Program, byOwnName(ECHO));
    for (const gateway of gateways) {
      for (const [way, toCall] of Object.entries(gateway.ways)) {
        const subject = subjectName(gateway.name, way);
        const adding = gateway.program(upstreams, work).then((program) => add(subject, program, toCall(ECHO)));
        await adding.catch((error: unknown) => leftOut(gateway, name, error));
      }
    }
    for (const { run } of subjects) await warmUp(run);
    const rows: Row[] = [];
    for (const [rhythm, options] of Object.entries(RHYTHMS)) {
      rows.push(...rowsOf(`${name}/${rhythm}`, await measure(subjects, options)));
    }
    return rows;
  } finally {
    await Promise.all(opened.map((open) => open.close()));
  }
}

async function warmUp(run: Subject['run']): Promise<void> {
  const end = performance.now() + WARM_UP.ms;
  for (let calls = 0; calls < WARM_UP.calls && performance.now() < end; calls += 1) await run();
}

function leftOut(gateway: GatewaySubject, name: string, error: unknown): void {
  if (gateway === FOLDOUT || gateway === BARE_PROXY) throw error;
  say(`${gateway.name} is left out of ${name}: ${error instanceof Error ? error.message : error}`);
}

function rowsOf(name: string, timings: readonly Timing[]): Row[] {
  const bare = timings.find(({ subject }) => subject === BARE_PROXY.name)?.medianMs ?? Number.NaN;
  return timings.flatMap(({ subject, medianMs, p95Ms }) => [
    { case: name, metric: 'call-ms', subject, value: medianMs, unit: 'ms' },
    { case: name, metric: 'call-p95-ms', subject, value: p95Ms, unit: 'ms' },
    { case: name, metric: 'call-ratio', subject, value: medianMs / bare, unit: 'x' },
  ]);
}

/** A call to be timed. It is made once first, and has to come back with what was sent. */
async function checkedCall({ client }: OpenClient, call: ToolCall): Promise<() => Promise<unknown>> {
  const run = () => client.callTool({ ...call });
  const answer = JSON.stringify(await run());
  if (!answer.includes(`Echo: ${ECHO.input.message}`))
    throw new Error(`'${call.name}' answered ${answer.slice(0, 500)}`);
  return run;
}
