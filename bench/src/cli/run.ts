import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { CATALOGS } from '../data-folders.ts';
import { measure } from '../measure.ts';
import { printReport, type Row, say } from '../report.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const BINARY = join(ROOT, 'packages', 'cli', 'dist', 'bundle', 'main.js');
const REPLAY = join(ROOT, 'test', 'fixtures', 'servers', 'replay.mjs');
const QUERY = 'create an issue about a bug';
/** A few servers, as most people have, and as many as the largest collections. */
const SIZES = [5, 50];
/** What a start may take more than Node itself. */
const BUDGET_MS = 150;

const execute = promisify(execFile);

/**
 * `npm run bench -- cli [--catalogs DIR] [--rounds 15] [--json]`: the start of the command line beside `node -e 0`,
 * with the tools of captured servers known.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      catalogs: { type: 'string', default: CATALOGS },
      rounds: { type: 'string', default: '15' },
      json: { type: 'boolean', default: false },
    },
  });
  const rows: Row[] = [];
  for (const size of SIZES) rows.push(...(await measureStarts(size, values.catalogs, Number(values.rounds))));
  printReport('cli', rows, values.json);
  judge(rows);
}

async function measureStarts(size: number, catalogs: string, rounds: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foldout-bench-cli-'));
  try {
    const config = writeConfig(folder, catalogs, size);
    const env = { ...process.env, FOLDOUT_HOME: join(folder, 'state') };
    const node = (...argv: string[]) => execute(process.execPath, argv, { env, maxBuffer: 64 * 1024 * 1024 });
    // What fits best does not matter here, and nothing may.
    const search = () => node(BINARY, 'search', QUERY, '--config', config).catch(() => {});
    say(`asking ${size} servers once …`);
    await node(BINARY, 'list', '--config', config);
    await search();
    const timings = await measure(
      [
        { name: 'node -e 0', run: () => node('-e', '0') },
        { name: 'foldout --help', run: () => node(BINARY, '--help') },
        { name: 'foldout search', run: search },
        { name: 'foldout list', run: () => node(BINARY, 'list', '--config', config) },
      ],
      { warmUp: 2, rounds, minRounds: rounds },
    );
    const bare = timings[0]?.medianMs ?? 0;
    return timings.flatMap(({ subject, medianMs }): Row[] => [
      row(size, 'start-ms', subject, medianMs),
      ...(subject === 'node -e 0' ? [] : [row(size, 'more-than-node-ms', subject, medianMs - bare)]),
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeConfig(folder: string, catalogs: string, size: number): string {
  const files = readdirSync(catalogs).filter((file) => file.endsWith('.json'));
  const mcpServers = files
    .sort()
    .slice(0, size)
    .map((file) => {
      return [basename(file, '.json'), { command: process.execPath, args: [REPLAY, join(catalogs, file)] }];
    });
  const config = join(folder, 'mcp.json');
  writeFileSync(config, JSON.stringify({ mcpServers: Object.fromEntries(mcpServers) }));
  return config;
}

function row(size: number, metric: string, subject: string, value: number): Row {
  return { case: `${size} servers`, metric, subject, value: Math.round(value * 10) / 10, unit: 'ms' };
}

function judge(rows: readonly Row[]): void {
  const slow = rows.filter(({ metric, subject, value }) => {
    return metric === 'more-than-node-ms' && subject !== 'foldout list' && value > BUDGET_MS;
  });
  for (const { case: size, subject, value } of slow)
    say(`${subject} with ${size} takes ${value} ms more than node; ${BUDGET_MS} is the budget`);
}
