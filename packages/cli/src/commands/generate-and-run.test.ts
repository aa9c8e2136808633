import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALENDAR, CliHome, MAIL } from '../../../../test/fixtures/cli-home.ts';
import { hasTerminal } from '../../../../test/fixtures/terminal.ts';

let home: CliHome;

beforeAll(async () => {
  home = new CliHome();
  home.configure({ mail: home.server('mail', MAIL) });
  await home.pipe(['list']);
});
afterAll(() => home.close());

describe('foldout generate', () => {
  it('writes every tool as a file, and says with --check whether that is current', async () => {
    const before = await home.pipe(['generate', 'tree', '--check']);
    expect(before.code).toBe(1);
    expect(before.stderr).toContain('not current: run foldout generate tree');
    const made = await home.pipe(['generate', 'tree']);
    expect(made.code).toBe(0);
    await expect(home.plain(made.stdout)).toMatchFileSnapshot('golden/generate.pipe.txt');
    expect(readFileSync(join(home.work, 'tree', 'servers', 'mail', 'searchInbox.ts'), 'utf8')).toContain('searchInbox');
    const after = await home.pipe(['generate', 'tree', '--check', '--json']);
    expect([after.code, JSON.parse(after.stdout).current]).toEqual([0, true]);
  });

  it('keeps what it wrote for a server that is not known and cannot be asked', async () => {
    const mail = home.server('mail', MAIL);
    const both = home.put('work/both.json', { mcpServers: { mail, calendar: home.server('calendar', CALENDAR) } });
    await home.pipe(['generate', 'kept', '--config', both]);
    const broken = home.put('work/broken.json', { mcpServers: { mail, calendar: { command: 'no-such-command' } } });
    const { code, stdout, stderr } = await home.pipe(['generate', 'kept', '--config', broken]);
    expect([code, stderr]).toEqual([0, expect.stringContaining('generated for calendar before stays as it is')]);
    expect(stdout).toContain('0 removed');
    expect(existsSync(join(home.work, 'kept', 'servers', 'calendar', 'listEvents.ts'))).toBe(true);
  });

  it('says in a line why a folder cannot be used', async () => {
    writeFileSync(join(home.work, 'taken'), '');
    const inTheWay = await home.pipe(['generate', 'taken']);
    expect([inTheWay.code, inTheWay.stderr]).toEqual([1, expect.stringMatching(/^foldout: .*taken is no folder.*\n$/)]);
    const tooLong = await home.pipe(['generate', 'x'.repeat(300)]);
    expect([tooLong.code, tooLong.stderr]).toEqual([
      1,
      expect.stringMatching(/^foldout: cannot work in .*\([A-Z]+\): name a folder/),
    ]);
  });

  it.runIf(hasTerminal)('shows a bar while it writes, and leaves no trace of it', async () => {
    const many = Array.from({ length: 1_500 }, (_, index) => ({
      name: `tool_${index}`,
      description: 'One of very many',
    }));
    const config = home.put('work/many.json', { mcpServers: { many: home.server('many', many) } });
    await home.pipe(['list', '--config', config]);
    const { code, screen, written } = await home.terminal(['generate', 'other', '--config', config]);
    expect(code).toBe(0);
    expect(written).toContain('Writing files (');
    await expect(home.plain(screen)).toMatchFileSnapshot('golden/generate.terminal.txt');
  });
});

describe('foldout run', () => {
  const script = `import { searchInbox } from './servers/mail';
const found = await searchInbox({ query: 'invoice', limit: 2 });
console.log('asked');
return found;`;

  it('runs a script against the tools', async () => {
    writeFileSync(join(home.work, 'script.ts'), script);
    const { code, stdout } = await home.pipe(['run', 'script.ts']);
    expect(code).toBe(0);
    await expect(home.plain(stdout)).toMatchFileSnapshot('golden/run.pipe.txt');
  });

  it.runIf(hasTerminal)('tells a person how long it took', async () => {
    writeFileSync(join(home.work, 'script.ts'), script);
    const { screen } = await home.terminal(['run', 'script.ts']);
    await expect(home.plain(screen)).toMatchFileSnapshot('golden/run.terminal.txt');
  });

  it.runIf(hasTerminal)('shows what is printed at once, and ends with Ctrl-C', async () => {
    writeFileSync(join(home.work, 'endless.ts'), "console.log('under', 'way');\nfor (;;) {}");
    const { code, screen } = await home.terminal(['run', 'endless.ts', '--seconds', '600', '--cpu', '600'], {
      answers: [{ after: 'under way', type: '\u0003' }],
    });
    expect([code, screen]).toEqual([1, expect.stringContaining('endless.ts: CANCELLED: The run was cancelled.')]);
  });

  it('prints once, in order, and where JSON is asked for in it alone', async () => {
    const input = "console.log('a\\n');\nconsole.log('');\nreturn 'b'";
    expect((await home.pipe(['run', '-'], { input })).stdout).toBe('a\n\n\nb\n');
    const { stdout } = await home.pipe(['run', '-', '--json'], { input });
    expect(JSON.parse(stdout)).toMatchObject({ output: 'a\n\n', value: 'b' });
  });

  it('checks types first where it is asked to', async () => {
    const { code, stderr } = await home.pipe(['run', '-', '--check'], {
      input: "import { searchInbox } from './servers/mail';\nawait searchInbox({ query: 7 });",
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/-:2:\d+: TYPE_ERROR/);
  });

  it('lets no script destroy anything, unless told to', async () => {
    const input = "import { deleteMessage } from './servers/mail';\nreturn deleteMessage({ id: '7' });";
    const [refused, agreed] = await Promise.all([
      home.pipe(['run', '-'], { input }),
      home.pipe(['run', '-', '--yes'], { input }),
    ]);
    expect(refused?.code).toBe(1);
    expect(agreed).toMatchObject({ code: 0, stdout: expect.stringContaining('delete_message') });
  });

  it('holds a script to its limits', async () => {
    const { code, stderr } = await home.pipe(['run', '-', '--seconds', '1'], { input: 'for (;;);' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/(TIME|CPU)_LIMIT/);
    const [computed, printed] = await Promise.all([
      home.pipe(['run', '-', '--cpu', '1'], { input: 'for (;;);' }),
      home.pipe(['run', '-', '--output', '10'], { input: "console.log('more than ten')" }),
    ]);
    expect(computed?.stderr).toMatch(/CPU_LIMIT: The script computed for more than 1 s\. /);
    expect(printed).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('more than 10 characters') });
  });

  it('says which script it cannot read', async () => {
    const { code, stderr } = await home.pipe(['run', 'nowhere.ts']);
    expect([code, stderr]).toEqual([2, 'foldout: cannot read nowhere.ts (ENOENT): name a script, or - for stdin\n']);
  });
});
