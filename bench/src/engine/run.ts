import type { Benchmark } from '../benchmark.ts';
import { MAX_COMMANDS, syntheticCommands } from '../commands.ts';
import { EXACT } from '../ratios/rules.ts';
import { type Row, say } from '../report.ts';
import { judgeRows, type Target } from '../targets.ts';
import { creationRows } from './creation.ts';
import { listingRows } from './listing.ts';
import { operationRows } from './operations.ts';

const TARGETS: readonly Target[] = [
  {
    what: 'afd-call costs at most 1.3 times a bare call',
    applies: (row) => /\/afd-call\//.test(row.case) && row.metric === 'ratio',
    met: (value) => value <= 1.3,
  },
  {
    what: 'afd-discover with a filter at 10,000 commands stays under 5 ms',
    applies: (row) => row.case.startsWith('10000/afd-discover/') && row.metric === 'ms' && row.subject === 'foldout',
    met: (value) => value < 5,
  },
  {
    what: 'creating a server with 100,000 commands takes under 2 s of processor time',
    applies: (row) => row.case.endsWith('/create') && row.metric === 'cpu',
    met: (value) => value < 2,
  },
];

export const engine: Benchmark = {
  options: { sizes: { value: 'N,N', about: 'Numbers of commands (default 80,1000,10000)' } },
  async run(args) {
    say('creation …');
    const rows: Row[] = creationRows();
    for (const size of args.numbers('sizes', { full: [80, 1_000, 10_000], quick: [80, 1_000] }, MAX_COMMANDS)) {
      const commands = syntheticCommands(size);
      say(`${size} commands: listing …`);
      const listing = await listingRows(commands, args.pick({ full: 6_000, quick: 2_500 }));
      say(`${size} commands: discover, detail, call …`);
      rows.push(...listing.rows, ...(await operationRows(commands, listing.bareListMs)));
    }
    return { rows };
  },
  judge: (rows) => judgeRows(rows, TARGETS),
  ratios: [
    { metric: 'tokens', subject: /^(individual|grouped|lazy)$/, better: 'lower', tolerance: EXACT },
    { metric: 'ratio', case: /afd-/, subject: 'foldout/bare-sdk', better: 'lower', tolerance: 0.15 },
    // A cached list takes some 20 microseconds, which a busy machine easily doubles.
    { metric: 'ratio', case: /tools-list/, subject: 'foldout/bare-sdk', better: 'lower', tolerance: 1 },
  ],
};
