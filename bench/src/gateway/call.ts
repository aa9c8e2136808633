import type { Defaults } from '../arguments.ts';
import { type MeasureOptions, measure, type Subject, type Timing } from '../measure.ts';
import { errorText, type Row, row, say } from '../report.ts';
import { medianOf } from '../timing-rows.ts';
import { BARE_PROXY, byOwnName, FOLDOUT, type GatewaySubject, subjectName, type ToolCall } from './gateways.ts';
import { type OpenClient, openClient, type Program } from './open-client.ts';
import { everything, filesystem, type Upstreams } from './upstreams.ts';
import type { WorkFolder } from './work-folder.ts';

export interface CallTiming {
  /** Calls of each subject that do not count: a call gets faster for thousands of rounds while V8 compiles. */
  readonly warmUp: { readonly calls: number; readonly ms: number };
  readonly rounds: MeasureOptions;
  readonly cases: readonly string[];
}

export const CALL_TIMING: Defaults<CallTiming> = {
  full: {
    warmUp: { calls: 5_000, ms: 8_000 },
    rounds: { warmUp: 20, rounds: 2_500, budgetMs: 45_000, minRounds: 200 },
    cases: ['13-tools', '27-tools'],
  },
  quick: {
    warmUp: { calls: 3_000, ms: 4_000 },
    rounds: { warmUp: 20, rounds: 1_500, budgetMs: 10_000, minRounds: 200 },
    cases: ['27-tools'],
  },
};

/** `echo`: subjects take turns after each call, like agents. `echo-in-a-row`: after twenty calls, like scripts. */
function rhythms(rounds: MeasureOptions): Readonly<Record<string, MeasureOptions>> {
  return {
    echo: rounds,
    'echo-in-a-row': { ...rounds, rounds: Math.ceil((rounds.rounds ?? 0) / 20), perTurn: 20, minRounds: 10 },
  };
}

const ECHO = { server: 'everything', tool: 'echo', input: { message: 'hello' } };
const DIRECT = 'direct';

/** One call of a small tool, directly and through each gateway in turn. */
export async function callRows(peers: readonly GatewaySubject[], work: WorkFolder, timing: CallTiming): Promise<Row[]> {
  const cases: Readonly<Record<string, Upstreams>> = {
    '13-tools': everything(),
    '27-tools': { ...everything(), ...filesystem(work.folder('files')) },
  };
  const rows: Row[] = [];
  for (const name of timing.cases) {
    say(`call: ${name} …`);
    rows.push(...(await caseRows(name, cases[name] ?? {}, [BARE_PROXY, FOLDOUT, ...peers], work, timing)));
  }
  return rows;
}

export async function caseRows(
  name: string,
  upstreams: Upstreams,
  gateways: readonly GatewaySubject[],
  work: WorkFolder,
  timing: CallTiming,
): Promise<Row[]> {
  const opened: OpenClient[] = [];
  const subjects: Subject[] = [];
  // Each subject has its own process. In a shared one, the call of one subject would wake the process for the next.
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
        await adding.catch((error: unknown) => skipPeer(gateway, name, error));
      }
    }
    for (const { run } of subjects) await warmUp(run, timing.warmUp);
    const rows: Row[] = [];
    for (const [rhythm, options] of Object.entries(rhythms(timing.rounds))) {
      rows.push(...rowsOf(`${name}/${rhythm}`, await measure(subjects, options)));
    }
    return rows;
  } finally {
    await Promise.all(opened.map((open) => open.close()));
  }
}

async function warmUp(run: Subject['run'], limit: CallTiming['warmUp']): Promise<void> {
  const end = performance.now() + limit.ms;
  for (let calls = 0; calls < limit.calls && performance.now() < end; calls += 1) await run();
}

function skipPeer(gateway: GatewaySubject, name: string, error: unknown): void {
  if (gateway === FOLDOUT || gateway === BARE_PROXY) throw error;
  say(`${gateway.name} is skipped in ${name}: ${errorText(error)}`);
}

function rowsOf(name: string, timings: readonly Timing[]): Row[] {
  const bareMs = medianOf(timings, BARE_PROXY.name);
  return timings.flatMap(({ subject, medianMs, p95Ms }) => [
    row(name, 'call-ms', subject, medianMs, 'ms'),
    row(name, 'call-p95-ms', subject, p95Ms, 'ms'),
    row(name, 'call-ratio', subject, medianMs / bareMs, 'x'),
  ]);
}

/** A call to be timed. It is made once first, and the answer must contain the message. */
async function checkedCall({ client }: OpenClient, call: ToolCall): Promise<() => Promise<unknown>> {
  const run = () => client.callTool({ ...call });
  const answer = JSON.stringify(await run());
  if (!answer.includes(`Echo: ${ECHO.input.message}`))
    throw new Error(`'${call.name}' answered ${answer.slice(0, 500)}`);
  return run;
}
