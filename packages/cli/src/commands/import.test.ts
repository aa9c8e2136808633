import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CALENDAR, CliHome, MAIL } from '../../../../test/fixtures/cli-home.ts';
import { hasTerminal } from '../../../../test/fixtures/terminal.ts';

let home: CliHome;
const SECRET = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';

beforeEach(() => {
  home = new CliHome();
  const mail = { ...home.server('mail', [...MAIL, ...more()]), env: { MAIL_TOKEN: SECRET } };
  home.put('home/.cursor/mcp.json', { mcpServers: { mail, calendar: home.server('calendar', CALENDAR) } });
  home.put('home/.claude.json', { mcpServers: { mail } });
});
afterEach(() => home.close());

/** Enough tools that listing them costs more tokens than searching. */
function more() {
  return Array.from({ length: 30 }, (_, index) => ({
    name: `label_${index}`,
    description: `Put label number ${index} on a message, so that it is found under that label later.`,
    inputSchema: { type: 'object', properties: { id: { type: 'string', description: 'The message' } } },
  }));
}

const KEEP = { after: 'Move 1 secret', type: 'n' };
const written = () => join(home.work, 'foldout.json');

describe('foldout import', () => {
  it('shows tokens today and with Foldout, and writes nothing without --yes', async () => {
    const { code, stdout, stderr } = await home.pipe(['import', '--out', 'foldout.json']);
    expect(code).toBe(0);
    expect(stderr).toContain('nothing was written');
    expect(existsSync(written())).toBe(false);
    await expect(home.plain(stdout)).toMatchFileSnapshot('golden/import.pipe.txt');
  });

  it('never prints a secret', async () => {
    const runs = await Promise.all([
      home.pipe(['import', '--no-start']),
      home.pipe(['import', '--json']),
      home.pipe(['import', '--debug', '--yes', '--out', 'foldout.json']),
    ]);
    for (const { stdout, stderr } of runs) expect(stdout + stderr).not.toContain(SECRET);
    // The secret is only in the written configuration.
    expect(readFileSync(written(), 'utf8')).toContain(SECRET);
  });

  it.runIf(hasTerminal)('asks on a terminal before it writes', async () => {
    const no = await home.terminal(['import', '--out', 'foldout.json'], {
      columns: 300,
      answers: [KEEP, { after: 'Write 2 servers', type: 'n' }],
    });
    expect(existsSync(written())).toBe(false);
    await expect(home.plain(no.screen)).toMatchFileSnapshot('golden/import.terminal.txt');
    const yes = await home.terminal(['import', '--out', 'foldout.json'], {
      answers: [KEEP, { after: 'Write 2 servers', type: 'y' }],
    });
    expect(yes.screen).toContain('next: foldout connect');
    expect(Object.keys(JSON.parse(withoutComments(readFileSync(written(), 'utf8'))).mcpServers)).toEqual([
      'mail',
      'calendar',
    ]);
  });

  it('prints the figures of every client as JSON', async () => {
    const { stdout } = await home.pipe(['import', '--json', '--yes', '--out', 'foldout.json']);
    const { clients, written: done, backup } = JSON.parse(stdout);
    expect([done, backup]).toEqual([true, null]);
    const [code, cursor] = clients;
    expect(code).toMatchObject({ client: 'claude-code', servers: 1, tools: 33 });
    expect(cursor).toMatchObject({ client: 'cursor', servers: 2, tools: 35, toolsThen: 5 });
    expect(cursor.tokensThen).toBeLessThan(cursor.tokensToday / 2);
  });

  it('marks the figures of servers whose tools are not known', async () => {
    const { stdout, stderr } = await home.pipe(['import', '--no-start']);
    expect(stdout).toMatch(/^Cursor\t\?\t\?\t\d+\t\d+\t\?$/m);
    expect(stderr).toContain('Cursor: the tools of 2 servers are not known, so the saving is not known.');
    expect(stderr).not.toContain('savings start above that');
    const { clients } = JSON.parse((await home.pipe(['import', '--no-start', '--json'])).stdout);
    expect(clients[1]).toMatchObject({ client: 'cursor', servers: 2, unknown: 2 });
  });

  it('keeps a backup of an existing file', async () => {
    home.put('work/foldout.json', { mcpServers: {} });
    const { stderr } = await home.pipe(['import', '--yes', '--no-start', '--out', 'foldout.json']);
    expect(stderr).toContain('foldout.json.backup');
    expect(readFileSync(`${written()}.backup`, 'utf8')).toContain('"mcpServers": {}');
  });

  it('writes to the place where every other command looks, by default', async () => {
    await home.pipe(['import', '--yes', '--no-start']);
    const { stdout } = await home.pipe(['list', '--json']);
    expect(JSON.parse(stdout).map(({ server }: { server: string }) => server)).toEqual(['calendar', 'mail']);
  });

  it('says what to do if no client has servers', async () => {
    const empty = new CliHome();
    const { code, stderr } = await empty.pipe(['import']);
    empty.close();
    expect(code).toBe(3);
    expect(stderr).toContain('Pass a file: foldout import ./mcp.json');
  });
});

function withoutComments(text: string): string {
  return text.replace(/^\/\/.*$/gm, '');
}
