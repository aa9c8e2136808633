import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '@foldout/usage';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliHome, MAIL } from '../../../../test/fixtures/cli-home.ts';
import { BINARY, hasTerminal } from '../../../../test/fixtures/terminal.ts';

let home: CliHome;
const DAY = 86_400_000;

beforeAll(async () => {
  home = new CliHome();
  home.configure({ mail: { command: 'never-started' } });
  await noteUse(home);
});
afterAll(() => home.close());

/** A week of use that ends today. */
async function noteUse({ folder }: CliHome): Promise<void> {
  mkdirSync(join(folder, 'state'), { recursive: true });
  const store = openStore(join(folder, 'state', 'usage.db'));
  const today = Math.floor(Date.now() / DAY) * DAY;
  const days = [0, 1, 2, 3, 4, 5, 6].map((back) => today - back * DAY);
  const used = (at: number, tool: string, server: string, latencyMs: number, success = true) => {
    return { at, session: `s${at}`, server, tool, access: 'call' as const, previous: [], success, latencyMs };
  };
  await store.append({
    id: 'one',
    events: days.flatMap((at, back) => [
      ...Array.from({ length: 7 - back }, () => used(at, 'send_message', 'mail', 40)),
      used(at, 'create_event', 'calendar', 900, back !== 2),
    ]),
    searches: days.flatMap((at) => [
      { at, empty: false },
      { at, empty: true, query: 'book a flight' },
    ]),
    tokens: days.flatMap((at, back) => [
      { at, client: 'cursor-vscode', listed: 20_000 - back * 2_000, sent: 1_000 },
      { at, client: 'claude-ai', listed: 5_000, sent: 900 },
    ]),
  });
  await store.close();
}

describe('foldout stats', () => {
  it('prints every figure with its section in a pipe', async () => {
    const { code, stdout } = await home.pipe(['stats']);
    expect(code).toBe(0);
    await expect(home.plain(stdout)).toMatchFileSnapshot('golden/stats.pipe.txt');
  });

  it.runIf(hasTerminal)('shows the week as bars on a terminal', async () => {
    const { screen } = await home.terminal(['stats']);
    expect(screen).toMatch(/[▁▂▃▄▅▆▇█]{7}/);
    await expect(home.plain(screen)).toMatchFileSnapshot('golden/stats.terminal.txt');
  });

  it('prints JSON for the number of days in --days', async () => {
    const { stdout } = await home.pipe(['stats', '--json', '--days', '3']);
    const { saved, savedByDay, tools, slowest, searches } = JSON.parse(stdout);
    expect(saved.today).toEqual({ listed: 25_000, sent: 1_900, saved: 23_100 });
    expect(savedByDay).toHaveLength(3);
    expect(tools[0]).toMatchObject({ tool: 'mail/send_message', calls: 18 });
    expect(slowest[0]).toMatchObject({ server: 'calendar', errors: 1 });
    expect(searches).toEqual({ made: 6, empty: 3, emptyQueries: [{ query: 'book a flight', count: 3 }] });
  });

  it('says that figures appear after use, and creates no file', async () => {
    const fresh = new CliHome();
    const { code, stderr } = await fresh.pipe(['stats']);
    fresh.close();
    expect(code).toBe(0);
    expect(stderr).toContain('no usage is recorded yet');
  });
});

describe('foldout stats, measured with the real program', () => {
  const client = async (home: CliHome, args: readonly string[], name: string): Promise<void> => {
    const env = Object.fromEntries(Object.entries(home.env).flatMap(([key, value]) => (value ? [[key, value]] : [])));
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [BINARY, ...args],
      cwd: home.work,
      env,
    });
    const connected = new Client({ name, version: '1' }, { versionNegotiation: { mode: 'legacy' } });
    await connected.connect(transport);
    await connected.listTools();
    await connected.close();
  };
  const stats = async (home: CliHome) => JSON.parse((await home.pipe(['stats', '--json'])).stdout);

  it('leaves out benchmarks and runs without learning, and explains a negative saving in words', async () => {
    const one = new CliHome();
    try {
      one.configure({ mail: one.server('mail', MAIL.slice(0, 1)) });
      await one.pipe(['list']);
      await one.pipe(['bench', '--json']);
      await client(one, ['serve', '--isolated', '--no-learning'], 'measuring');
      expect(await stats(one)).toMatchObject({ clients: [], saved: { week: { listed: 0, sent: 0 } } });
      await client(one, ['serve', '--isolated'], 'a-client-nobody-knows');
      const { clients, saved } = await stats(one);
      expect(clients).toMatchObject([{ client: 'a-client-nobody-knows' }]);
      expect(saved.today.saved).toBeLessThan(0);
      if (!hasTerminal) return;
      const { screen } = await one.terminal(['stats'], { columns: 160 });
      expect(screen).toMatch(
        /tokens saved today +none +\d+ more than the \d+ of all tools\. The clients had few tools, or they defer tools by themselves\./,
      );
      expect(screen).not.toMatch(/-\d/);
    } finally {
      one.close();
    }
  });
});
