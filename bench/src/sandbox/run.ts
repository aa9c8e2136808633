import type { Benchmark } from '../benchmark.ts';
import { type MeasureOptions, measure, type Subject, type Timing } from '../measure.ts';
import { type Row, row, say } from '../report.ts';
import { judgeRows, type Target } from '../targets.ts';
import { ratioRow, timingRows } from '../timing-rows.ts';
import { CALLS, type Callers, openCallers } from './callers.ts';

const AT_ONCE = 20;
const TARGETS: readonly Target[] = [
  {
    what: 'a warm start takes at most 10 ms',
    applies: ({ case: name, metric, subject }) => name === 'start/warm' && metric === 'ms' && subject === 'foldout',
    met: (value) => value <= 10,
  },
  {
    // Compared with `afd-call` in memory, not over HTTP: the faster baseline makes the target stricter.
    what: 'a call from a script costs at most 1.3 times afd-call',
    applies: ({ subject }) => subject === 'foldout/afd-call-memory',
    met: (value) => value <= 1.3,
  },
];

/** The same command on the same engine, called from scripts and by clients through `afd-call`. */
export const sandbox: Benchmark = {
  options: {},
  async run(args) {
    await using callers = await openCallers();
    say('start of a script …');
    const rows = [await coldStart(callers), ...(await warmStarts(callers, args.pick({ full: 200, quick: 100 })))];
    say('calls from inside a script, and through afd-call …');
    const options = args.pick({ full: { rounds: 40, budgetMs: 40_000 }, quick: { rounds: 15, budgetMs: 12_000 } });
    rows.push(...(await calls(callers, 'call/one-by-one', 1, options)));
    rows.push(...(await calls(callers, `call/${AT_ONCE}-at-once`, AT_ONCE, options)));
    return { rows };
  },
  judge: (rows) => judgeRows(rows, TARGETS),
  ratios: [
    {
      metric: 'ms',
      case: /^start\/warm$/,
      subject: 'foldout',
      over: { subject: 'run' },
      better: 'lower',
      tolerance: 0.2,
    },
    // Calls cross processes, so other work on the machine changes these ratios more.
    { metric: 'ratio', better: 'lower', tolerance: 0.35 },
  ],
};

async function coldStart({ script }: Callers): Promise<Row> {
  const started = performance.now();
  await script.foldout('return 1');
  return row('start/cold', 'ms', 'foldout', performance.now() - started, 'ms');
}

async function warmStarts({ script, server, functionName }: Callers, rounds: number): Promise<Row[]> {
  const options = { warmUp: 20, rounds };
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

/** Each subject makes `CALLS` calls in a round, `atOnce` of them at the same time. */
async function calls(
  { script, afdCall }: Callers,
  name: string,
  atOnce: number,
  options: MeasureOptions,
): Promise<Row[]> {
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
  const timings = (await measure(subjects, { warmUp: 8, ...options })).map(perCall);
  const [ours, ...others] = timings;
  const ratios = others.map(({ subject, medianMs }) => ratioRow(name, ours?.medianMs ?? Number.NaN, subject, medianMs));
  return [...timingRows(name, timings), ...ratios];
}

function perCall({ medianMs, p95Ms, ...timing }: Timing): Timing {
  return { ...timing, medianMs: medianMs / CALLS, p95Ms: p95Ms / CALLS };
}
