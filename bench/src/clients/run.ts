import { resolve } from 'node:path';
import type { Benchmark } from '../benchmark.ts';
import { Problem } from '../problem.ts';
import { type Row, row, say } from '../report.ts';
import { writeDocument } from './document.ts';
import { TRANSPORTS, type TransportName } from './gateway.ts';
import { defaultCache } from './install.ts';
import { runLab } from './lab.ts';
import type { LabRun } from './lab-run.ts';
import { RECIPES } from './recipes/all.ts';
import { STEPS } from './script.ts';
import { STATES, type State } from './servers.ts';
import { toLabTable } from './table.ts';

const NOT_RUN = 'not run: ';
const LIMIT_S = { full: 90, quick: 90 };

/** Real clients from npm, each against the real gateway, with a scripted model behind those that need one. */
export const clients: Benchmark = {
  options: {
    only: { value: 'NAMES', about: `Some clients: ${RECIPES.map(({ id }) => id).join(', ')}` },
    cases: { value: 'NAMES', about: 'cold (an empty state folder), warm (all servers known); default: both' },
    transports: {
      value: 'NAMES',
      about: 'stdio, http, connected (from the file that foldout connect wrote); default: all',
    },
    cache: { value: 'DIR', about: `Folder of the installed clients (default ${defaultCache()})` },
    limit: { value: 'SECONDS', about: 'Time limit of one run (default 90)' },
    records: { value: 'DIR', about: 'Write messages, requests to the model and output of each run to this folder' },
    write: { about: 'Write the table into docs/reference/clients.md' },
  },
  async run(args) {
    const transports = args.names('transports', TRANSPORTS) as TransportName[];
    const only = args.names(
      'only',
      RECIPES.map(({ id }) => id),
    );
    if (args.flag('write') && transports.length < TRANSPORTS.length) {
      throw new Problem('--write needs all transports. Leave --transports out.');
    }
    const records = args.text('records');
    const runs = await runLab({
      recipes: RECIPES.filter(({ id }) => only.includes(id)),
      transports,
      states: args.names('cases', STATES) as State[],
      cache: resolve(args.text('cache') ?? defaultCache()),
      limitMs: args.number('limit', LIMIT_S) * 1_000,
      ...(records !== undefined && { records: resolve(records) }),
    });
    const titles = RECIPES.map(({ title }) => title);
    if (args.flag('write')) say(`written: ${writeDocument(runs, titles, new Date())}`);
    return { rows: runs.flatMap(rowsOf), text: toLabTable(runs) };
  },
  judge: (rows) => {
    // A client that could not be run has not passed.
    const notRun = rows.filter(({ metric }) => metric.startsWith(NOT_RUN));
    const steps = rows.filter(({ metric }) => metric.startsWith('step '));
    const runs = [...new Set(steps.map(({ case: name }) => name))];
    const refused = notRun.map(({ case: name, metric }) => ({ holds: false, text: `${name}: ${metric}` }));
    const judged = runs.map((name) => {
      const missed = steps.filter((row) => row.case === name && row.value === 0).map(({ metric }) => metric.slice(5));
      const holds = missed.length === 0;
      return { holds, text: `${name}: ${holds ? 'every step arrived' : `did not arrive: ${missed.join(', ')}`}` };
    });
    return [...judged, ...refused];
  },
  strict: true,
  // Installed programs and their network traffic are no part of a quick comparison.
  ratios: [],
};

function rowsOf(run: LabRun): Row[] {
  const name = `${run.client}/${run.transport}/${run.state}`;
  const subject = `${run.client} ${run.version}`;
  if (run.notRun) return [row(name, `${NOT_RUN}${run.notRun}`, subject, 0, 'runs')];
  const { seen, surface, firstList, steps = [] } = run;
  return [
    row(name, 'tools', subject, seen?.tools ?? 0, 'tools'),
    row(name, 'tools-named', subject, seen?.named ?? 0, 'tools'),
    row(name, 'tool-tokens', subject, seen?.tokens ?? 0, 'tokens'),
    row(name, `surface ${surface}`, subject, 1, 'surfaces'),
    ...(firstList ? [row(name, 'first-list', subject, firstList.ms, 'ms')] : []),
    ...(firstList?.cpuMs === undefined ? [] : [row(name, 'first-list-cpu', subject, firstList.cpuMs, 'ms')]),
    row(name, 'outside-hosts', subject, run.outside?.length ?? 0, 'hosts'),
    ...STEPS.flatMap((step) => {
      const result = steps.find((result) => result.step === step);
      return result ? [row(name, `step ${step}`, subject, result.arrived ? 1 : 0, 'arrived')] : [];
    }),
  ];
}
