import { type Conversation, inMemory, neighbors, WAYS } from '@foldout/example-workspace/headline';
import type { Benchmark } from '../benchmark.ts';
import { readCatalogs } from '../catalogs.ts';
import { CATALOGS_OPTION, namedOrBeside } from '../data-folders.ts';
import { WorkFolder } from '../gateway/work-folder.ts';
import { EXACT } from '../ratios/rules.ts';
import { type Row, row, say, table } from '../report.ts';
import type { Verdict } from '../targets.ts';
import { behindGateway } from './behind-gateway.ts';
import { codemodeWay } from './codemode.ts';

/** Cloudflare's library, which is no dependency: it is installed for the full form. */
const CODEMODE = 'codemode';
const LISTING = 'all tools listed';
/** Ways that keep the document out of the model. Each must save `SAVED_PERCENT` of the tokens of `LISTING`. */
const SAVING_WAYS = ['workspace files', 'run_code'];
const SAVED_PERCENT = 98;

/**
 * The task runs beside other servers: those captured in the folder `catalogs`, each a process behind a real gateway, or, without it,
 * twenty generated ones in memory.
 */
export const headline: Benchmark = {
  options: CATALOGS_OPTION,
  async run(args) {
    const catalogs = namedOrBeside(args, 'catalogs');
    if (catalogs === undefined && !args.quick) say('No captured servers: twenty generated ones stand in for them.');
    await using work = new WorkFolder();
    work.clearOnSignals();
    // Without captured servers there are none to start, and everything runs in this process.
    const place = catalogs === undefined ? inMemory(neighbors) : behindGateway(readCatalogs(catalogs), work);
    const done = new Map<string, Conversation>();
    for (const [way, perform] of Object.entries(WAYS)) {
      say(`${way} …`);
      done.set(way, await perform(place));
    }
    say(`${CODEMODE} …`);
    const codemode = args.quick ? undefined : await codemodeWay(place);
    if (codemode) done.set(CODEMODE, codemode);
    const rows = [...done].flatMap(([way, conversation]) => rowsOf(way, conversation, done.get(LISTING)?.tokens ?? 0));
    return { rows, text: toTables(done) };
  },
  judge: (rows) =>
    SAVING_WAYS.map((way): Verdict => {
      const saved = rows.find(({ subject, metric }) => subject === way && metric === 'saved')?.value ?? Number.NaN;
      const text = `${way} at least ${SAVED_PERCENT}% below listing: ${saved.toFixed(2)}%`;
      return { holds: saved >= SAVED_PERCENT, text };
    }),
  strict: true,
  ratios: [{ metric: 'tokens', case: /^task$/, better: 'lower', tolerance: EXACT }],
};

function rowsOf(way: string, { steps, tokens }: Conversation, listing: number): Row[] {
  return [
    ...steps.flatMap(({ what, read, written }, index) => [
      row(`${index + 1} ${what}`, 'read', way, read, 'tokens'),
      row(`${index + 1} ${what}`, 'written', way, written, 'tokens'),
    ]),
    row('task', 'tokens', way, tokens, 'tokens'),
    row('task', 'saved', way, (1 - tokens / listing) * 100, '%'),
  ];
}

function toTables(done: ReadonlyMap<string, Conversation>): string {
  const count = (value: number): string => value.toLocaleString('en-US');
  const listing = done.get(LISTING)?.tokens ?? 0;
  const ways = [...done].map(([way, { steps }]) =>
    table(
      [way, 'read', 'written'],
      steps.map(({ what, read, written }) => [what, count(read), count(written)]),
    ),
  );
  const totals = [...done].map(([way, { tokens }]) => [
    way,
    count(tokens),
    `${((1 - tokens / listing) * 100).toFixed(2)}%`,
  ]);
  return [...ways, table(['o200k_base tokens of the task', 'in all', 'saved'], totals)].join('\n\n');
}
