import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sqliteStore } from '@foldout/usage';
import { z } from 'zod';
import { syntheticCommands } from '../commands.ts';
import { WorkFolder } from '../gateway/work-folder.ts';
import { measure } from '../measure.ts';
import { printReport, type Row, say } from '../report.ts';
import { writeLongHistory } from '../usage/long-history.ts';
import { startDashboard } from './start-dashboard.ts';

const SERVERS = 20;
const ROUNDS = { warmUp: 10, rounds: 60, budgetMs: 30_000, minRounds: 20 };
const BARE = 'health';
const LIMIT_MS = 100;

/** `npm run bench -- dashboard [--events N] [--tools N] [--json]` */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      events: { type: 'string', default: '1000000' },
      tools: { type: 'string', default: '5000' },
      json: { type: 'boolean', default: false },
    },
  });
  await using work = new WorkFolder();
  const state = work.folder('state');
  const [events, tools] = [Number(values.events), Number(values.tools)];
  say(`dashboard: writing ${events.toLocaleString('en-US')} events …`);
  await writeUsage(join(state, 'usage.db'), events);
  say(`dashboard: starting a gateway in front of ${tools.toLocaleString('en-US')} tools …`);
  await using dashboard = await startDashboard(work, { stateFolder: state, mcpServers: catalogs(tools, work) });
  const rows = await questionRows(dashboard.origin, `${tools}-tools/${events}-events`);
  printReport('dashboard', rows, values.json);
  for (const verdict of verdicts(rows)) say(verdict);
}

async function writeUsage(path: string, events: number): Promise<void> {
  mkdirSync(join(path, '..'), { recursive: true });
  await using store = sqliteStore({ path });
  await writeLongHistory(store, events, () => {});
}

/** What the page asks, each beside the least that the same port can answer. */
async function questionRows(origin: string, size: string): Promise<Row[]> {
  const api = `${origin}/dashboard/api`;
  const page = (await (await fetch(`${api}/tools?limit=1`)).json()) as { tools: { id: string }[] };
  const [first] = page.tools;
  const paths: Record<string, string> = {
    page: `${origin}/dashboard/app.js`,
    'overview/7-days': `${api}/overview?days=7`,
    'overview/30-days': `${api}/overview?days=30`,
    'tools/first': `${api}/tools?limit=100`,
    'tools/last': `${api}/tools?limit=100&offset=4900`,
    'tool/levels': `${api}/tool?id=${encodeURIComponent(first?.id ?? '')}`,
    search: `${api}/search?q=${encodeURIComponent('cancel the order of a customer')}`,
    upstreams: `${api}/upstreams`,
    'usage/7-days': `${api}/usage?days=7`,
    'usage/30-days': `${api}/usage?days=30`,
    approvals: `${api}/approvals`,
  };
  const subjects = Object.entries({ [BARE]: `${origin}/health`, ...paths }).map(([name, url]) => ({
    name,
    run: () => read(url),
  }));
  const timings = await measure(subjects, ROUNDS);
  return timings.flatMap(({ subject, medianMs, p95Ms }) => {
    const whose = subject === BARE ? BARE : 'foldout';
    return [
      { case: `${size}/${subject}`, metric: 'answer-ms', subject: whose, value: medianMs, unit: 'ms' },
      { case: `${size}/${subject}`, metric: 'answer-p95', subject: whose, value: p95Ms, unit: 'ms' },
    ];
  });
}

async function read(url: string): Promise<void> {
  const response = await fetch(url);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
}

function catalogs(count: number, work: WorkFolder): Record<string, { command: string; args: string[] }> {
  const tools = syntheticCommands(count).map(({ name, description, input }) => ({
    name,
    description,
    inputSchema: z.toJSONSchema(input, { io: 'input' }),
  }));
  const each = Math.ceil(count / SERVERS);
  const replay = join(import.meta.dirname, '../../../test/fixtures/servers/replay.mjs');
  return Object.fromEntries(
    Array.from({ length: SERVERS }, (_, i) => {
      const name = `server-${String(i).padStart(2, '0')}`;
      const file = work.json(name, { name, version: '1', tools: tools.slice(i * each, (i + 1) * each) });
      return [name, { command: process.execPath, args: [replay, file] }];
    }),
  );
}

function verdicts(rows: readonly Row[]): string[] {
  const slow = rows.filter(({ metric, value }) => metric === 'answer-ms' && value >= LIMIT_MS);
  const missed = slow.map(({ case: name, value }) => `missed: ${name} takes ${value.toFixed(0)} ms`);
  return missed.length === 0 ? [`dashboard: every answer in under ${LIMIT_MS} ms`] : missed;
}
