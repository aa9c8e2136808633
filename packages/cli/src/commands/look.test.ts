import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALENDAR, CliHome, MAIL } from '../../../../test/fixtures/cli-home.ts';
import { hasTerminal } from '../../../../test/fixtures/terminal.ts';

const SAID = '# Calendar\n\nAsk for the time zone before you book.\nTwo people need a room.';

let home: CliHome;

beforeAll(async () => {
  home = new CliHome();
  home.configure({ mail: home.server('mail', MAIL), calendar: home.server('calendar', CALENDAR, SAID) });
  await home.pipe(['list']);
  await home.pipe(['search', 'anything']);
});
afterAll(() => home.close());

const CASES: Readonly<Record<string, readonly string[]>> = {
  list: ['list'],
  'list-server': ['list', 'mail'],
  search: ['search', 'send an email'],
  'search-explain': ['search', '--explain', '--limit', '1', 'delete a message'],
  show: ['show', 'mail/search_inbox'],
  'show-signature': ['show', 'create_event', '--level', 'signature'],
};

describe('list, search and show', () => {
  it.each(Object.entries(CASES))('prints %s in a pipe', async (name, args) => {
    const { code, stdout } = await home.pipe(args);
    expect(code).toBe(0);
    await expect(home.plain(stdout)).toMatchFileSnapshot(`golden/${name}.pipe.txt`);
  });

  it.runIf(hasTerminal).each(Object.entries(CASES))('shows %s in a terminal', async (name, args) => {
    const { code, screen } = await home.terminal(args);
    expect(code).toBe(0);
    await expect(home.plain(screen)).toMatchFileSnapshot(`golden/${name}.terminal.txt`);
  });

  it('prints one JSON value with --json', async () => {
    const [list, tools, search, show] = await Promise.all(
      [
        ['list', '--json'],
        ['list', '--tools', '--json'],
        ['search', '--json', 'search my inbox for what Ada wrote'],
        ['show', 'send_message', '--json'],
      ].map(async (args) => JSON.parse((await home.pipe(args)).stdout)),
    );
    expect(list).toMatchObject([
      { server: 'calendar', state: 'known', tools: 2 },
      { server: 'mail', tools: 3 },
    ]);
    expect(tools.map(({ id }: { id: string }) => id)).toContain('mail/delete_message');
    expect(search.hits[0]).toMatchObject({ tool: 'mail/search_inbox', server: 'mail' });
    expect(Object.keys(show.levels)).toEqual(['name', 'summary', 'signature', 'full']);
    expect(show.levels.name.tokens).toBeLessThan(show.levels.full.tokens);
  });

  it('shows what a server says about its tools as a whole', async () => {
    const { stdout } = await home.pipe(['show', 'calendar']);
    expect(stdout).toContain('Ask for the time zone before you book.\n  Two people need a room.');
    expect(stdout).toMatch(/^calendar 2 tools\. To list them: .*list calendar/);
    expect((await home.pipe(['show', 'mail'])).stdout).toContain('gives no instructions');
    const json = JSON.parse((await home.pipe(['show', 'calendar', '--json'])).stdout);
    expect(json).toEqual({ server: 'calendar', tools: 2, instructions: SAID });
  });

  it('searches by meaning, as the gateway does', async () => {
    const { stdout } = await home.pipe(['search', '--json', '--explain', 'schedule an appointment']);
    const { hits } = JSON.parse(stdout);
    expect(hits[0]).toMatchObject({ tool: 'calendar/create_event' });
    expect(hits[0].explanation.similarity).toBeGreaterThan(0.2);
  });

  it('ends with exit code 1 if no tool fits well, and shows the closest', async () => {
    const { code, stdout, stderr } = await home.pipe(['search', 'mine bitcoin on the moon']);
    expect(code).toBe(1);
    expect(stderr).toContain('no tool fits well');
    expect(stdout).toContain('menu');
  });

  it('starts no server for a search if tools are saved on disk', async () => {
    const cold = new CliHome();
    const mail = cold.server('mail', MAIL);
    cold.configure({ mail });
    await cold.pipe(['list']);
    // Breaks the catalog file, so that the server can no longer start: the search must use the saved tool list.
    cold.put('catalogs/mail.json', 'no JSON');
    const { code, stdout } = await cold.pipe(['search', 'delete a message']);
    cold.close();
    expect([code, stdout]).toEqual([0, expect.stringContaining('mail/delete_message')]);
  });

  it('starts servers if nothing is saved on disk, and names those that never answered', async () => {
    const fresh = new CliHome();
    fresh.configure({ mail: fresh.server('mail', MAIL), gone: { command: 'foldout-no-such-program' } });
    const first = await fresh.pipe(['search', 'delete a message']);
    const second = await fresh.pipe(['search', 'delete a message']);
    const shown = await fresh.pipe(['show', 'gone/delete_message']);
    fresh.close();
    expect(first.stdout).toContain('mail/delete_message');
    expect(first.stderr).toContain('foldout-no-such-program" was not found. Install it');
    expect(second.stderr).toContain('the tools of gone are not known yet');
    expect(shown.code).toBe(2);
    expect(shown.stderr).toMatch(/'gone\/delete_message': the tools of gone are not known yet\. To read them: .*list/);
    expect(shown.stderr).not.toContain('Did you mean');
  });

  it('names similar tools if a tool does not exist', async () => {
    const { code, stderr } = await home.pipe(['show', 'mail/send_mesage']);
    expect(code).toBe(2);
    expect(stderr).toContain('mail/send_message');
    expect(stderr).toContain('foldout search "<words>"');
    expect(stderr).not.toContain('afd-');
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('escapes control characters in texts of a server', async () => {
    const hostile = new CliHome();
    const tools = [
      { name: 'evil', description: 'Clears \u001b[2J the screen \u001b]0;owned\u0007 and \u202ereverses it.' },
    ];
    hostile.configure({ evil: hostile.server('evil', tools) });
    const runs = await Promise.all(
      [
        ['list', 'evil'],
        ['search', 'clears the screen'],
        ['show', 'evil'],
      ].map((args) => hostile.pipe(args)),
    );
    hostile.close();
    for (const { stdout } of runs) {
      expect(stdout).toContain('evil');
      for (const sign of ['\u001b', '\u0007', '\u202e']) expect(stdout).not.toContain(sign);
    }
  });

  it('exits quietly when the reader closes the pipe', async () => {
    const { spawn } = await import('node:child_process');
    const { BINARY } = await import('../../../../test/fixtures/terminal.ts');
    const child = spawn(process.execPath, [BINARY, 'list', '--tools', '--json'], { cwd: home.work, env: home.env });
    child.stdout.destroy();
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    const code = await new Promise((done) => child.on('close', done));
    expect([code, said]).toEqual([0, '']);
  });
});
