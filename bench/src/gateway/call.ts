import { type MeasureOptions, measure, type Subject, type Timing } from '../measure.ts';
import { type Row, say } from '../report.ts';
import { BARE_PROXY, byOwnName, FOLDOUT, type GatewaySubject, subjectName, type ToolCall } from './gateways.ts';
import { type OpenClient, openClient, type Program } from './open-client.ts';
import { everything, filesystem, type Upstreams } from './upstreams.ts';
import type { WorkFolder } from './work-folder.ts';

/** A slow peer takes its turns too, hence the time. */
const ROUNDS: MeasureOptions = { warmUp: 1_500, rounds: 2_000, budgetMs: 40_000, minRounds: 200 };
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
    rows.push(...(await caseRows(`${name}/echo`, upstreams, [BARE_PROXY, FOLDOUT, ...peers], work)));
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
    return rowsOf(name, await measure(subjects, ROUNDS));
  } finally {
    await Promise.all(opened.map((open) => open.close()));
  }
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
