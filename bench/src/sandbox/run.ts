import { parseArgs } from 'node:util';
import type { CatalogEntry } from '@foldout/core';
import { createMcpServer } from '@foldout/server';
import { codeRunner, nameTools, Sandbox } from '@foldout/workspace';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { type SyntheticCommand, syntheticCommands, toFoldout } from '../commands.ts';
import { measure, type Subject } from '../measure.ts';
import { printReport, type Row, say } from '../report.ts';

const INFO = { name: 'bench', version: '1.0.0' };
const COMMANDS = 80;
/** Calls of one round: enough that the start of the script does not count. */
const CALLS = 500;
const AT_ONCE = 20;
const TARGETS = { startMs: 50, callRatio: 1.3 };

/**
 * `npm run bench -- sandbox [--json]`: the same command, on the same engine, from inside a script and from a client. A
 * client comes over a transport, here HTTP on loopback; the one that is judged by has none and hands messages over in memory.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { json: { type: 'boolean', default: false } } });
  const commands = syntheticCommands(COMMANDS);
  const command = commands[0] as SyntheticCommand;
  const toolStrategy = 'lazy';
  const server = createMcpServer({ ...INFO, commands: toFoldout(commands), toolStrategy, transport: 'http', port: 0 });
  await server.start();
  const [near, far] = InMemoryTransport.createLinkedPair();
  server.connect(far);
  const inMemory = await connect(near);
  const client = await connect(new StreamableHTTPClientTransport(new URL(server.url ?? '')));
  const sandbox = new Sandbox();
  const runner = codeRunner(sandbox, { limits: { calls: CALLS, cpuMs: 60_000, timeMs: 120_000 } });
  const script = async (code: string): Promise<void> => {
    const { error } = await runner.run(code, { engine: server.engine });
    if (error) throw new Error(`${error.code}: ${error.message}`);
  };
  try {
    say('start of a script …');
    const started = performance.now();
    await script('return 1');
    const cold = performance.now() - started;
    const starts = await startTimes(script, functionOf(server.engine.catalog.entries(), command));
    say('calls from inside, beside afd-call …');
    const calls = await callTimes(script, command, { client, inMemory });
    const rows: Row[] = [
      { case: 'start/cold', metric: 'ms', subject: 'sandbox', value: cold, unit: 'ms' },
      ...starts,
      ...calls,
    ];
    printReport('sandbox', rows, values.json);
    judge(rows);
  } finally {
    await client.close();
    await inMemory.close();
    await server.stop();
    await sandbox.close();
  }
}

async function connect(transport: Transport): Promise<Client> {
  const client = new Client(INFO, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(transport);
  return client;
}

/** What the tree, and so a script, calls the command. */
function functionOf(entries: readonly CatalogEntry[], { name }: SyntheticCommand): string {
  const named = nameTools(entries.map(({ tool }) => tool)).flatMap(({ tools }) => tools);
  return named.find(({ tool }) => tool.name === name)?.name ?? name;
}

async function startTimes(script: (code: string) => Promise<void>, imported: string): Promise<Row[]> {
  const subjects: Subject[] = [
    { name: 'sandbox', run: () => script('return 1') },
    {
      name: 'sandbox, with an import',
      run: () => script(`import { ${imported} } from './servers/${INFO.name}';\nreturn typeof ${imported}`),
    },
  ];
  const timings = await measure(subjects, { warmUp: 20, rounds: 200 });
  return timings.flatMap(({ subject, medianMs, p95Ms }) => [
    { case: 'start/warm', metric: 'ms', subject, value: medianMs, unit: 'ms' },
    { case: 'start/warm', metric: 'p95-ms', subject, value: p95Ms, unit: 'ms' },
  ]);
}

async function callTimes(
  script: (code: string) => Promise<void>,
  { name, sample }: SyntheticCommand,
  { client, inMemory }: { readonly client: Client; readonly inMemory: Client },
): Promise<Row[]> {
  const callBy = async (caller: Client): Promise<void> => {
    for (let i = 0; i < CALLS; i += 1) {
      const answer = await caller.callTool({ name: 'afd-call', arguments: { command: name, input: sample } });
      if (answer.isError) throw new Error('afd-call failed');
    }
  };
  const one = `foldout.callTool('${INFO.name}', ${JSON.stringify(name)}, ${JSON.stringify(sample)})`;
  const subjects: Subject[] = [
    { name: 'afd-call', run: () => callBy(client) },
    { name: 'afd-call, in memory', run: () => callBy(inMemory) },
    { name: 'sandbox', run: () => script(`for (let i = 0; i < ${CALLS}; i += 1) await ${one};`) },
    {
      name: `sandbox, ${AT_ONCE} at once`,
      run: () =>
        script(
          `for (let i = 0; i < ${CALLS / AT_ONCE}; i += 1) await Promise.all(Array.from({ length: ${AT_ONCE} }, () => ${one}));`,
        ),
    },
  ];
  const timings = await measure(subjects, { warmUp: 8, rounds: 40, budgetMs: 40_000 });
  const [baselines, scripts] = [timings.slice(0, 2), timings.slice(2)];
  const ratios = scripts.flatMap(({ subject, medianMs }) =>
    baselines.map((baseline) => {
      const value = medianMs / baseline.medianMs;
      return { case: 'call', metric: 'call-ratio', subject: `${subject}/${baseline.subject}`, value, unit: 'x' };
    }),
  );
  const times = timings.map(({ subject, medianMs }) => {
    return { case: 'call', metric: 'ms', subject, value: medianMs / CALLS, unit: 'ms' };
  });
  return [...times, ...ratios];
}

function judge(rows: readonly Row[]): void {
  const value = (metric: string, subject: string, name: string): number =>
    rows.find((row) => row.case === name && row.metric === metric && row.subject === subject)?.value ?? Number.NaN;
  const start = value('ms', 'sandbox, with an import', 'start/warm');
  const ratio = value('call-ratio', 'sandbox/afd-call, in memory', 'call');
  say(`${start < TARGETS.startMs ? 'ok ' : 'NOT'} a warm start in under ${TARGETS.startMs} ms (${start.toFixed(1)})`);
  say(
    `${ratio <= TARGETS.callRatio ? 'ok ' : 'NOT'} a call at most ${TARGETS.callRatio} x afd-call in memory (${ratio.toFixed(2)})`,
  );
}
