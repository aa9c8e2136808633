import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sqliteStore } from '@foldout/usage';
import type { Benchmark } from '../benchmark.ts';
import { MAX_COMMANDS } from '../commands.ts';
import { replayedServers, syntheticCatalogs, upstreamsOf } from '../gateway/upstreams.ts';
import { WorkFolder } from '../gateway/work-folder.ts';
import { measure } from '../measure.ts';
import { type Row, row, say } from '../report.ts';
import { judgeRows, type Target } from '../targets.ts';
import { medianOf } from '../timing-rows.ts';
import { writeLongHistory } from '../usage/long-history.ts';
import { startDashboard } from './start-dashboard.ts';

const SERVERS = 20;
const ROUNDS = { warmUp: 10, rounds: 60, budgetMs: 30_000, minRounds: 20 };
const BARE = 'health';
const TARGET: Target = {
  what: 'an answer takes less than 100 ms',
  applies: ({ metric }) => metric === 'answer-ms',
  met: (value) => value < 100,
};

export const dashboard: Benchmark = {
  options: {
    events: { value: 'N', about: 'Events of usage (default 1000000)' },
    tools: { value: 'N', about: `Tools, of ${SERVERS} servers (default 5000)` },
  },
  async run(args) {
    const events = args.number('events', { full: 1_000_000, quick: 50_000 });
    const tools = args.number('tools', { full: 5_000, quick: 1_000 }, MAX_COMMANDS);
    await using work = new WorkFolder();
    const state = work.folder('state');
    say(`dashboard: writing ${events.toLocaleString('en-US')} events …`);
    await writeUsage(join(state, 'usage.db'), events);
    say(`dashboard: starting a gateway with ${tools.toLocaleString('en-US')} tools …`);
    const mcpServers = upstreamsOf(replayedServers(syntheticCatalogs(SERVERS, Math.ceil(tools / SERVERS)), work));
    await using gateway = await startDashboard(work, { stateFolder: state, mcpServers });
    return { rows: await requestRows(gateway.origin, tools, events) };
  },
  judge: (rows) => judgeRows(rows, [TARGET]),
  ratios: [{ metric: 'answer-ratio', subject: 'foldout', better: 'lower', tolerance: 0.35 }],
};

async function writeUsage(path: string, events: number): Promise<void> {
  mkdirSync(join(path, '..'), { recursive: true });
  await using store = sqliteStore({ path });
  await writeLongHistory(store, events, () => {});
}

/** Every request of the page, compared with `/health`, the cheapest answer of the same port. */
async function requestRows(origin: string, tools: number, events: number): Promise<Row[]> {
  const size = `${tools}-tools/${events}-events`;
  const api = `${origin}/dashboard/api`;
  const page = (await (await fetch(`${api}/tools?limit=1`)).json()) as { tools: { id: string }[] };
  const [first] = page.tools;
  const paths: Record<string, string> = {
    page: `${origin}/dashboard/app.js`,
    'overview/7-days': `${api}/overview?days=7`,
    'overview/30-days': `${api}/overview?days=30`,
    'tools/first': `${api}/tools?limit=100`,
    'tools/last': `${api}/tools?limit=100&offset=${Math.max(0, tools - 100)}`,
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
  const bareMs = medianOf(timings, BARE);
  return timings.flatMap(({ subject: request, medianMs, p95Ms }) => {
    const subject = request === BARE ? BARE : 'foldout';
    return [
      row(`${size}/${request}`, 'answer-ms', subject, medianMs, 'ms'),
      row(`${size}/${request}`, 'answer-p95', subject, p95Ms, 'ms'),
      row(`${size}/${request}`, 'answer-ratio', subject, medianMs / bareMs, 'x'),
    ];
  });
}

async function read(url: string): Promise<void> {
  const response = await fetch(url);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
}
