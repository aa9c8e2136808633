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
  it('writes every tool as a file, and reports with --check whether the files are up to date', async () => {
    const before = await home.pipe(['generate', 'tree', '--check']);
    expect(before.code).toBe(1);
    expect(before.stderr).toContain('files are out of date. To update them: foldout generate tree');
    const made = await home.pipe(['generate', 'tree']);
    expect(made.code).toBe(0);
    await expect(home.plain(made.stdout)).toMatchFileSnapshot('golden/generate.pipe.txt');
    expect(readFileSync(join(home.work, 'tree', 'servers', 'mail', 'searchInbox.ts'), 'utf8')).toContain('searchInbox');
    const after = await home.pipe(['generate', 'tree', '--check', '--json']);
    expect([after.code, JSON.parse(after.stdout).current]).toEqual([0, true]);
  });

  it('keeps the files of a server that does not answer', async () => {
    const mail = home.server('mail', MAIL);
    const both = home.put('work/both.json', { mcpServers: { mail, calendar: home.server('calendar', CALENDAR) } });
    await home.pipe(['generate', 'kept', '--config', both]);
    const broken = home.put('work/broken.json', { mcpServers: { mail, calendar: { command: 'no-such-command' } } });
    const { code, stdout, stderr } = await home.pipe(['generate', 'kept', '--config', broken]);
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('the tools of calendar are not known; files generated for them earlier stay unchanged'),
    ]);
    expect(stdout).toContain('0 removed');
    expect(existsSync(join(home.work, 'kept', 'servers', 'calendar', 'listEvents.ts'))).toBe(true);
  });

  it('says in one line why a folder cannot be used', async () => {
    writeFileSync(join(home.work, 'taken'), '');
    const inTheWay = await home.pipe(['generate', 'taken']);
    expect([inTheWay.code, inTheWay.stderr]).toEqual([
      1,
      expect.stringMatching(/^foldout: .*taken is not a folder.*\n$/),
    ]);
    const tooLong = await home.pipe(['generate', 'x'.repeat(300)]);
    expect([tooLong.code, tooLong.stderr]).toEqual([
      1,
      expect.stringMatching(/^foldout: cannot write to .*\([A-Z]+\)\. Pass a folder/),
    ]);
  });

  it.runIf(hasTerminal)('shows a progress bar while it writes, and removes it at the end', async () => {
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

  it('runs a script that calls tools', async () => {
    writeFileSync(join(home.work, 'script.ts'), script);
    const { code, stdout } = await home.pipe(['run', 'script.ts']);
    expect(code).toBe(0);
    await expect(home.plain(stdout)).toMatchFileSnapshot('golden/run.pipe.txt');
  });

  it.runIf(hasTerminal)('shows the time it took on a terminal', async () => {
    writeFileSync(join(home.work, 'script.ts'), script);
    const { screen } = await home.terminal(['run', 'script.ts']);
    await expect(home.plain(screen)).toMatchFileSnapshot('golden/run.terminal.txt');
  });

  it.runIf(hasTerminal)('shows output while the script runs, and stops on Ctrl-C', async () => {
    writeFileSync(join(home.work, 'endless.ts'), "console.log('under', 'way');\nfor (;;) {}");
    const { code, screen } = await home.terminal(['run', 'endless.ts', '--seconds', '600', '--cpu', '600'], {
      answers: [{ after: 'under way', type: '\u0003' }],
    });
    expect([code, screen]).toEqual([1, expect.stringContaining('endless.ts: CANCELLED: The run was cancelled.')]);
  });

  it('prints output once and in order; with --json, only inside the JSON', async () => {
    const input = "console.log('a\\n');\nconsole.log('');\nreturn 'b'";
    expect((await home.pipe(['run', '-'], { input })).stdout).toBe('a\n\n\nb\n');
    const { stdout } = await home.pipe(['run', '-', '--json'], { input });
    expect(JSON.parse(stdout)).toMatchObject({ output: 'a\n\n', value: 'b' });
  });

  it('type-checks first with --check', async () => {
    const { code, stderr } = await home.pipe(['run', '-', '--check'], {
      input: "import { searchInbox } from './servers/mail';\nawait searchInbox({ query: 7 });",
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/-:2:\d+: TYPE_ERROR/);
  });

  it('refuses destructive tools to a script without --yes', async () => {
    const input = "import { deleteMessage } from './servers/mail';\nreturn deleteMessage({ id: '7' });";
    const [refused, agreed] = await Promise.all([
      home.pipe(['run', '-'], { input }),
      home.pipe(['run', '-', '--yes'], { input }),
    ]);
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Run it with foldout run --yes -, with'),
    });
    expect(agreed).toMatchObject({ code: 0, stdout: expect.stringContaining('delete_message') });
  });

  it('enforces the limits of a script', async () => {
    const { code, stderr } = await home.pipe(['run', '-', '--seconds', '1'], { input: 'for (;;);' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/(TIME|CPU)_LIMIT/);
    const [computed, printed] = await Promise.all([
      home.pipe(['run', '-', '--cpu', '1'], { input: 'for (;;);' }),
      home.pipe(['run', '-', '--output', '10'], { input: "console.log('more than ten')" }),
    ]);
    expect(computed?.stderr).toMatch(/CPU_LIMIT: The script used more than 1 s of CPU time\. /);
    expect(printed).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('more than 10 characters') });
  });

  it('names the script that it cannot read', async () => {
    const { code, stderr } = await home.pipe(['run', 'nowhere.ts']);
    expect([code, stderr]).toEqual([
      2,
      'foldout: cannot read nowhere.ts (ENOENT). Pass the path of a script, or - for stdin\n',
    ]);
  });
});
