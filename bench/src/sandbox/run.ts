import { parseArgs } from 'node:util';
import { ratioRow, timingRows } from '../engine/timing-rows.ts';
import { measure, type Subject, type Timing } from '../measure.ts';
import { printReport, type Row, say } from '../report.ts';
import { CALLS, type Callers, openCallers } from './callers.ts';

const AT_ONCE = 20;
const TARGETS = { startMs: 50, callRatio: 1.3 };
/** What a call is judged by: without a transport, it is the stricter of the two. */
const STRICTEST = 'afd-call-memory';

/**
 * `npm run bench -- sandbox [--json]`: the start of a script beside the same in another sandbox, and the same command on
 * the same engine called from a script and by a client through `afd-call`, in memory and over HTTP on loopback.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { json: { type: 'boolean', default: false } } });
  await using callers = await openCallers();
  say('start of a script …');
  const rows = [...(await coldStart(callers)), ...(await warmStarts(callers))];
  say('calls from inside, beside afd-call …');
  rows.push(...(await calls(callers, 'call/one-by-one', 1)));
  rows.push(...(await calls(callers, `call/${AT_ONCE}-at-once`, AT_ONCE)));
  printReport('sandbox', rows, values.json);
  judge(rows);
}

async function coldStart({ script }: Callers): Promise<Row[]> {
  const started = performance.now();
  await script.foldout('return 1');
  const value = performance.now() - started;
  return [{ case: 'start/cold', metric: 'ms', subject: 'foldout', value, unit: 'ms' }];
}

async function warmStarts({ script, server, functionName }: Callers): Promise<Row[]> {
  const options = { warmUp: 20, rounds: 200 };
  const bare = await measure(
    [
      { name: 'foldout', run: () => script.foldout('return 1') },
      { name: 'run', run: () => script.run('return 1') },
    ],
    options,
  );
  const code = `import { ${functionName} } from './servers/${server}';\nreturn typeof ${functionName}`;
  const imported = await measure([{ name: 'foldout', run: () => script.foldout(code) }], options);
  return [...timingRows('start/warm', bare), ...timingRows('start/warm, with an import', imported)];
}

/** Each runs `CALLS` calls at a time, so many of them at once. */
async function calls({ script, afdCall }: Callers, name: string, atOnce: number): Promise<Row[]> {
  const turns = CALLS / atOnce;
  const together = (call: () => Promise<void>) => async (): Promise<void> => {
    for (let i = 0; i < turns; i += 1) await Promise.all(Array.from({ length: atOnce }, call));
  };
  const all = atOnce === 1 ? 'call()' : `Promise.all(Array.from({ length: ${atOnce} }, () => call()))`;
  const code = `for (let i = 0; i < ${turns}; i += 1) await ${all};`;
  const subjects: readonly Subject[] = [
    { name: 'foldout', run: () => script.foldout(code) },
    { name: 'run', run: () => script.run(code) },
    { name: 'afd-call-memory', run: together(afdCall.memory) },
    { name: 'afd-call-http', run: together(afdCall.http) },
  ];
  const timings = (await measure(subjects, { warmUp: 8, rounds: 40, budgetMs: 40_000 })).map(perCall);
  const [ours, ...others] = timings;
  const ratios = others.map(({ subject, medianMs }) => ratioRow(name, ours?.medianMs ?? Number.NaN, subject, medianMs));
  return [...timingRows(name, timings), ...ratios];
}

function perCall({ medianMs, p95Ms, ...timing }: Timing): Timing {
  return { ...timing, medianMs: medianMs / CALLS, p95Ms: p95Ms / CALLS };
}

function judge(rows: readonly Row[]): void {
  const start = rows.find((row) => row.case.startsWith('start/warm,') && row.metric === 'ms')?.value ?? Number.NaN;
  say(
    `${start < TARGETS.startMs ? 'PASS' : 'FAIL'}  a warm start takes less than ${TARGETS.startMs} ms: ${start.toFixed(1)} ms`,
  );
  for (const { case: name, value } of rows.filter(({ subject }) => subject === `foldout/${STRICTEST}`)) {
    const verdict = value <= TARGETS.callRatio ? 'PASS' : 'FAIL';
    say(`${verdict}  a call costs at most ${TARGETS.callRatio} times ${STRICTEST}: ${value.toFixed(2)} (${name})`);
  }
}
