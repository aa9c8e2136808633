import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Tool } from '@foldout/core';
import { generateTree } from '@foldout/workspace';
import type { Benchmark } from '../benchmark.ts';
import { readCatalogs, readTools } from '../catalogs.ts';
import { CATALOGS_OPTION, dataFolder } from '../data-folders.ts';
import { EXACT } from '../ratios/rules.ts';
import { type Row, say } from '../report.ts';
import type { Verdict } from '../targets.ts';
import { BOUNDS } from './bounds.ts';
import { callRows, mypyRows } from './calls.ts';
import { generationRows } from './generation.ts';
import { indexRows } from './indexing.ts';
import { navigationRows } from './navigation.ts';

const PLAIN = { subject: 'plain-fs' };

/** After the measurements, so that they are those of the TypeScript tree. */
async function pythonRows(tools: readonly Tool[], root: string): Promise<Row[]> {
  await generateTree(tools, { root, python: true });
  return mypyRows(root);
}

export const workspace: Benchmark = {
  options: CATALOGS_OPTION,
  async run(args) {
    const folder = dataFolder(args, 'catalogs');
    const tools = readTools(folder);
    const scratch = mkdtempSync(join(tmpdir(), 'foldout-bench-'));
    try {
      say(`${tools.length} tools …`);
      const root = join(scratch, 'tree');
      const rows = [
        ...(await generationRows(tools, root, join(scratch, 'plain'))),
        ...(await navigationRows(root)),
        ...(await indexRows(tools.slice(0, 100))),
        ...(await pythonRows(tools, root)),
        ...(args.quick ? [] : await callRows(root, tools, readCatalogs(folder))),
      ];
      return { rows };
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  },
  judge: (rows) => [
    ...callVerdicts(rows),
    ...BOUNDS.filter(({ case: name }) => name !== 'type-check/python' || rows.some((row) => row.case === name)).map(
      ({ case: name, metric, under }) => {
        const found = rows.find((row) => row.case === name && row.metric === metric && row.subject === 'foldout');
        const text = `${name} under ${under} ${found?.unit ?? metric}: ${found?.value.toPrecision(3)}`;
        return { holds: found !== undefined && found.value < under, text };
      },
    ),
  ],
  strict: true,
  ratios: [
    // Not `generate/cold`: the state of the disk cache moves it between 0.7 and 9 times `plain-fs` for the same code.
    {
      metric: 'cpu',
      case: /^generate\/unchanged$/,
      subject: 'foldout',
      over: PLAIN,
      better: 'lower',
      tolerance: 0.3,
    },
    { metric: 'ms', case: /^(list|read)-/, subject: 'foldout', over: PLAIN, better: 'lower', tolerance: 0.3 },
    {
      metric: 'ms',
      case: /^index\//,
      subject: /^foldout/,
      over: { subject: 'minisearch' },
      better: 'lower',
      tolerance: 0.25,
    },
    { metric: 'files', better: 'lower', tolerance: EXACT },
    { metric: 'type-errors', better: 'lower', tolerance: EXACT },
  ],
};

/** Every call from every runtime is answered, with the same result. */
function callVerdicts(rows: readonly Row[]): Verdict[] {
  const calls = rows.filter(({ case: name }) => name === 'calls');
  const most = Math.max(0, ...calls.map(({ value }) => value));
  return calls.map(({ subject, metric, value }) => {
    return { holds: value === most, text: `calls from ${subject}, ${metric}: ${value} of ${most}` };
  });
}
