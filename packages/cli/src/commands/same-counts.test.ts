import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALENDAR, CliHome, MAIL } from '../../../../test/fixtures/cli-home.ts';
import { GatewayProcess } from '../../../../test/gateway/gateway-process.ts';

const NOTES = ['write_note', 'read_note', 'drop_note'].map((name) => ({ name, inputSchema: { type: 'object' } }));
const ADDED = { name: 'purge_inbox', description: 'Empty the inbox.', inputSchema: { type: 'object' } };

/** Of 9 tools: one is excluded, one waits for approval, three are outside the scope, and one server is disabled. */
const EXPECTED = [
  { server: 'calendar', tools: 2, withheld: 0 },
  { server: 'mail', tools: 2, withheld: 1 },
  { server: 'notes', tools: 0, withheld: 0 },
];

type Counts = typeof EXPECTED;

let home: CliHome;
let file: string;
beforeAll(async () => {
  home = new CliHome();
  const servers = () => ({
    calendar: home.server('calendar', CALENDAR),
    mail: { ...home.server('mail', MAIL), exclude: ['delete_*'], trust: 'pinned' },
    notes: home.server('notes', NOTES),
    off: { ...home.server('off', NOTES), disabled: true },
  });
  file = home.configure(servers(), { toolsets: ['mail', 'calendar', 'off'] });
  await home.pipe(['list']);
  // Added after the first use, so it is withheld until the operator approves it.
  home.server('mail', [...MAIL, ADDED]);
  await home.pipe(['list', '--refresh']);
});
afterAll(() => home.close());

const counts = (servers: readonly Counts[number][]): Counts =>
  servers.map(({ server, tools, withheld }) => ({ server, tools, withheld }));

describe('the numbers of servers and tools', () => {
  it('are the same in list', async () => {
    expect(counts(JSON.parse((await home.pipe(['list', '--json'])).stdout))).toEqual(EXPECTED);
    const { stdout, stderr } = await home.pipe(['list']);
    expect(stdout.split('\n').map((line) => line.split('\t').slice(0, 3).join(' '))).toEqual([
      'calendar known 2',
      'mail known 2',
      'notes known 0',
      '',
    ]);
    expect(stderr).toContain('1 more tool of mail withheld until approved. To see why: foldout doctor');
  });

  it('are the same in doctor', async () => {
    const { servers } = JSON.parse((await home.pipe(['doctor', '--json'])).stdout);
    expect(counts(servers)).toEqual(EXPECTED);
  });

  it('are the same in serve, in the dashboard and in /ready', async () => {
    await using gateway = await GatewayProcess.start({ file }, { cwd: home.work, env: home.env });
    await expect.poll(() => gateway.output, { timeout: 20_000 }).toContain('with Foldout');
    expect(gateway.output).toContain('Foldout serves 3 servers (calendar, mail, notes) at');
    expect(gateway.output).toMatch(/^ {2}4 tools: \d+ tokens/m);
    expect(gateway.output).toContain('1 tool withheld until approved. To see why: foldout doctor');
    const { origin } = new URL(gateway.url);
    const api = async (name: string) => (await fetch(`${origin}/dashboard/api/${name}`)).json();
    const { upstreams } = await api('upstreams');
    const named = upstreams.map((row: { name: string }) => ({ ...row, server: row.name }));
    expect(counts(named)).toEqual(EXPECTED);
    expect(await api('overview')).toMatchObject({ servers: 3, tools: 4, withheld: 1 });
    const { total, withheld, servers } = await api('tools');
    expect([total, withheld]).toEqual([5, 1]);
    expect(servers).toEqual([
      { name: 'calendar', count: 2 },
      { name: 'mail', count: 2 },
    ]);
    expect(await (await fetch(`${origin}/ready`)).json()).toMatchObject({ tools: 4 });
    expect(await (await fetch(`${origin}/metrics`)).text()).toMatch(/^foldout_catalog_tools 4$/m);
  });

  it('have the same tokens in list and in the dashboard', async () => {
    const listed: { tokens: number }[] = JSON.parse((await home.pipe(['list', '--json'])).stdout);
    const tokens = listed.reduce((sum, server) => sum + server.tokens, 0);
    await using gateway = await GatewayProcess.start({ file }, { cwd: home.work, env: home.env });
    const { origin } = new URL(gateway.url);
    const cost = async () => (await (await fetch(`${origin}/dashboard/api/overview`)).json()).cost?.before;
    await expect.poll(cost, { timeout: 20_000 }).toBe(tokens);
    await expect.poll(() => gateway.output, { timeout: 20_000 }).toContain(`4 tools: ${tokens} tokens`);
  });
});
