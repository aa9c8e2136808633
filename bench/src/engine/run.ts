import { parseArgs } from 'node:util';
import { syntheticCommands } from '../commands.ts';
import { printReport, type Row, say } from '../report.ts';
import { listingRows } from './listing.ts';
import { operationRows } from './operations.ts';
import { judge } from './targets.ts';

const SIZES = [80, 1_000, 10_000];

/** `npm run bench -- engine [--json] [--sizes 80,1000]` */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { json: { type: 'boolean', default: false }, sizes: { type: 'string' } },
  });
  const sizes = values.sizes?.split(',').map(Number) ?? SIZES;
  const rows: Row[] = [];
  for (const size of sizes) {
    const commands = syntheticCommands(size);
    say(`${size} commands: listing …`);
    const listing = await listingRows(commands);
    say(`${size} commands: discover, detail, call …`);
    rows.push(...listing.rows, ...(await operationRows(commands, listing.bareListMs)));
  }
  printReport('engine', rows, values.json);
  for (const verdict of judge(rows)) say(verdict);
}
