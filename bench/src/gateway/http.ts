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
  quick: { clients: [1, 32], warmUpCalls: 2_000, turnCalls: 256, turns: 8 },
};

const ERAS: readonly HttpEra[] = ['legacy', 'modern'];
const ECHO = { server: 'everything', tool: 'echo', input: { message: 'hello' } };
const BARE = 'bare-relay';
/** One client makes fewer calls in a turn: it makes one after the other. */
const ALONE = 8;

interface HttpSubject {
  readonly name: string;
  readonly call: ToolCall;
  readonly server: HttpServer;
}

interface Sample {
  readonly latencies: number[];
  /** The duration of every turn, in milliseconds. */
  readonly turns: number[];
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
  const samples = new Map(subjects.map((subject): [HttpSubject, Sample] => [subject, { latencies: [], turns: [] }]));
  const calls = clients === 1 ? turnCalls / ALONE : turnCalls;
  // The first round does not count: it opens the connections.
  for (let round = 0; round <= turns; round += 1) {
    for (let at = 0; at < subjects.length; at += 1) {
      const subject = subjects[(round + at * (round % 2 === 0 ? 1 : subjects.length - 1)) % subjects.length];
      if (!subject) continue;
      const sample = samples.get(subject);
      const latencies: number[] = [];
      const ms = await turn(wires.get(subject) ?? [], subject.call, calls, latencies);
      if (round === 0) continue;
      sample?.latencies.push(...latencies);
      sample?.turns.push(ms);
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

interface Figures {
  readonly perSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

function rowsOf(name: string, samples: ReadonlyMap<HttpSubject, Sample>, calls: number): Row[] {
  const figures = new Map([...samples].map(([subject, sample]) => [subject.name, figuresOf(sample, calls)]));
  const bare = figures.get(BARE);
  return [...figures].flatMap(([subject, { perSecond, medianMs, p99Ms }]) => [
    row(name, 'calls-per-second', subject, perSecond, '/s'),
    row(name, 'http-ms', subject, medianMs, 'ms'),
    row(name, 'http-p99-ms', subject, p99Ms, 'ms'),
    ...(bare && subject !== BARE
      ? [
          row(name, 'calls-ratio', subject, perSecond / bare.perSecond, 'x'),
          row(name, 'http-ratio', subject, medianMs / bare.medianMs, 'x'),
          row(name, 'http-p99-ratio', subject, p99Ms / bare.p99Ms, 'x'),
        ]
      : []),
  ]);
}

function figuresOf({ latencies, turns }: Sample, calls: number): Figures {
  return {
    // The median turn: another process of the machine disturbs single turns.
    perSecond: (calls * 1_000) / quantile(turns, 0.5),
    medianMs: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
  };
}
