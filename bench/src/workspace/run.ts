import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Benchmark } from '../benchmark.ts';
import { readTools } from '../catalogs.ts';
import { CATALOGS_OPTION, dataFolder } from '../data-folders.ts';
import { EXACT } from '../ratios/rules.ts';
import { say } from '../report.ts';
import { BOUNDS } from './bounds.ts';
import { generationRows } from './generation.ts';
import { indexRows } from './indexing.ts';
import { navigationRows } from './navigation.ts';

const PLAIN = { subject: 'plain-fs' };

export const workspace: Benchmark = {
  options: CATALOGS_OPTION,
  async run(args) {
    const tools = readTools(dataFolder(args, 'catalogs'));
    const scratch = mkdtempSync(join(tmpdir(), 'foldout-bench-'));
    try {
      say(`${tools.length} tools …`);
      const root = join(scratch, 'tree');
      const rows = [
        ...(await generationRows(tools, root, join(scratch, 'plain'))),
        ...(await navigationRows(root)),
        ...(await indexRows(tools.slice(0, 100))),
      ];
      return { rows };
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  },
  judge: (rows) =>
    BOUNDS.map(({ case: name, metric, under }) => {
      const found = rows.find((row) => row.case === name && row.metric === metric && row.subject === 'foldout');
      const text = `${name} under ${under} ${found?.unit ?? metric}: ${found?.value.toPrecision(3)}`;
      return { holds: found !== undefined && found.value < under, text };
    }),
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
