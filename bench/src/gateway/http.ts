import type { Defaults } from '../arguments.ts';
import { quantile } from '../measure.ts';
import { type Row, row, say } from '../report.ts';
import { byOwnName, FOLDOUT, subjectName, type ToolCall } from './gateways.ts';
import { type HttpServer, startBareRelay, startFoldout } from './http-servers.ts';
import { type HttpEra, HttpWire } from './http-wire.ts';
import { everything } from './upstreams.ts';
import type { WorkFolder } from './work-folder.ts';

export interface HttpTiming {
  readonly clients: readonly number[];
  /** Calls of each subject before the first case. */
  readonly warmUpCalls: number;
  /** Calls of all clients together in one turn of a subject, and how many turns each subject has. */
  readonly turnCalls: number;
  readonly turns: number;
}

export const HTTP_TIMING: Defaults<HttpTiming> = {
  full: { clients: [1, 32, 256], warmUpCalls: 5_000, turnCalls: 512, turns: 24 },
  quick: { clients: [1, 32], warmUpCalls: 2_000, turnCalls: 256, turns: 9 },
};

const ERAS: readonly HttpEra[] = ['legacy', 'modern'];
const ECHO = { server: 'everything', tool: 'echo', input: { message: 'hello' } };
const BARE = 'bare-relay';
/** One client makes fewer calls in a turn: it makes one after the other. */
const ALONE = 4;

interface HttpSubject {
  readonly name: string;
  readonly call: ToolCall;
  readonly server: HttpServer;
}

/** The calls of one subject in one round. */
interface Turn {
  readonly latencies: readonly number[];
  /** Duration in milliseconds. */
  readonly ms: number;
}

/** Calls over HTTP, with many clients at once: Foldout beside a bare relay, in turns of the same number of calls. */
export async function httpRows(work: WorkFolder, timing: HttpTiming): Promise<Row[]> {
  const subjects = await startedSubjects(work);
  try {
    const rows: Row[] = [];
    for (const era of ERAS) {
      for (const subject of subjects) await warmUp(subject, era, timing.warmUpCalls);
      for (const clients of timing.clients) {
        say(`http: ${era}, ${clients} clients …`);
        rows.push(...(await caseRows(subjects, era, clients, timing)));
      }
    }
    return rows;
  } finally {
    for (const { server } of subjects) await server[Symbol.asyncDispose]();
  }
}

/** Every subject has its own process and its own upstream. */
async function startedSubjects(work: WorkFolder): Promise<HttpSubject[]> {
  const bare = { name: BARE, call: byOwnName(ECHO), server: await startBareRelay(everything(), work) };
  const ours: HttpSubject[] = [];
  for (const [way, toCall] of Object.entries(FOLDOUT.ways)) {
    const server = await startFoldout(everything(), work);
    ours.push({ name: subjectName(FOLDOUT.name, way), call: toCall(ECHO), server });
  }
  return [bare, ...ours];
}

async function warmUp({ server, call }: HttpSubject, era: HttpEra, calls: number): Promise<void> {
  const wires = await openAll(server, era, ALONE);
  const answer = await wires[0]?.call(call);
  if (!answer?.includes('Echo: hello')) throw new Error(`'${call.name}' answered ${answer?.slice(0, 500)}`);
  await turn(wires, call, calls, []);
  for (const wire of wires) wire.close();
}

async function caseRows(
  subjects: readonly HttpSubject[],
  era: HttpEra,
  clients: number,
  { turnCalls, turns }: HttpTiming,
): Promise<Row[]> {
  const wires = new Map<HttpSubject, HttpWire[]>();
  for (const subject of subjects) wires.set(subject, await openAll(subject.server, era, clients));
  const samples = new Map(subjects.map((subject): [HttpSubject, Turn[]] => [subject, []]));
  const calls = clients === 1 ? turnCalls / ALONE : turnCalls;
  // The first round does not count: it opens the connections.
  for (let round = 0; round <= turns; round += 1) {
    for (let at = 0; at < subjects.length; at += 1) {
      const subject = subjects[(round + at * (round % 2 === 0 ? 1 : subjects.length - 1)) % subjects.length];
      if (!subject) continue;
      const latencies: number[] = [];
      const ms = await turn(wires.get(subject) ?? [], subject.call, calls, latencies);
      if (round > 0) samples.get(subject)?.push({ latencies, ms });
    }
  }
  for (const wire of [...wires.values()].flat()) wire.close();
  return rowsOf(`http/${era}/${clients}-clients`, samples, calls);
}

/** All clients make calls until `calls` were made. Returns the duration. */
async function turn(wires: readonly HttpWire[], call: ToolCall, calls: number, latencies: number[]): Promise<number> {
  let left = calls;
  const started = performance.now();
  const client = async (wire: HttpWire): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const sent = performance.now();
      await wire.call(call);
      latencies.push(performance.now() - sent);
    }
  };
  await Promise.all(wires.map(client));
  return performance.now() - started;
}

function openAll({ url }: HttpServer, era: HttpEra, clients: number): Promise<HttpWire[]> {
  return Promise.all(Array.from({ length: clients }, () => HttpWire.open(url, era)));
}

/**
 * A ratio is the median over the rounds of Foldout's figure divided by the bare relay's of the same round: the turns of a
 * round follow each other at once, so that another process of the machine disturbs them alike.
 */
function rowsOf(name: string, samples: ReadonlyMap<HttpSubject, readonly Turn[]>, calls: number): Row[] {
  const bare = [...samples].find(([subject]) => subject.name === BARE)?.[1] ?? [];
  return [...samples].flatMap(([{ name: subject }, turns]) => {
    const latencies = turns.flatMap((turn) => turn.latencies);
    const ratio = (figure: (turn: Turn) => number): number => {
      const pairs = turns.flatMap((turn, round) => (bare[round] ? [figure(turn) / figure(bare[round])] : []));
      return quantile(pairs, 0.5);
    };
    const ratios = [
      row(name, 'calls-ratio', subject, 1 / ratio(({ ms }) => ms), 'x'),
      row(name, 'http-ratio', subject, ratio(latencyAt(0.5)), 'x'),
      row(name, 'http-p99-ratio', subject, ratio(latencyAt(0.99)), 'x'),
    ];
    return [
      row(name, 'calls-per-second', subject, (calls * 1_000) / quantile(durations(turns), 0.5), '/s'),
      row(name, 'http-ms', subject, quantile(latencies, 0.5), 'ms'),
      row(name, 'http-p99-ms', subject, quantile(latencies, 0.99), 'ms'),
      ...(subject === BARE ? [] : ratios),
    ];
  });
}

function durations(turns: readonly Turn[]): number[] {
  return turns.map(({ ms }) => ms);
}

function latencyAt(q: number): (turn: Turn) => number {
  return ({ latencies }) => quantile(latencies, q);
}
