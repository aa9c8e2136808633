import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliHome } from '../../../test/fixtures/cli-home.ts';
import { hasTerminal, ROOT } from '../../../test/fixtures/terminal.ts';
import { COMMANDS } from './commands.ts';
import { VERSION } from './version.ts';

let home: CliHome;
beforeAll(() => {
  home = new CliHome();
});
afterAll(() => home.close());

const names = COMMANDS.map(({ name }) => name);

describe('the program', () => {
  it('prints its help in a pipe and on a terminal', async () => {
    const { code, stdout } = await home.pipe(['--help']);
    expect(code).toBe(0);
    await expect(stdout).toMatchFileSnapshot('commands/golden/help.txt');
    if (hasTerminal) expect((await home.terminal(['--help'], { columns: 80 })).screen).toContain('Usage: foldout');
  });

  it.each(names)('prints help for %s with examples', async (name) => {
    const { code, stdout } = await home.pipe([name, '--help']);
    expect(code).toBe(0);
    for (const example of COMMANDS.find((entry) => entry.name === name)?.examples ?? [])
      expect(stdout).toContain(example);
    expect(stdout).toMatch(/Examples:\n +.*foldout/);
  });

  it('has the version of its package', async () => {
    const manifest = JSON.parse(readFileSync(join(ROOT, 'packages', 'cli', 'package.json'), 'utf8'));
    expect(VERSION).toBe(manifest.version);
    expect((await home.pipe(['--version'])).stdout).toBe(`${VERSION}\n`);
  });

  it('reports wrong usage in one line, with exit code 2', async () => {
    const runs = await Promise.all(
      [
        ['serch', 'x'],
        ['search'],
        ['search', '--limit', '0', 'x'],
        ['show', 'x', '--levels'],
        ['completions', 'tcsh'],
        ['serve', '--http', '--port', 'abc'],
      ].map((args) => home.pipe(args)),
    );
    for (const { code, stdout, stderr } of runs) {
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^foldout: .+\n$/);
    }
    expect(runs[0]?.stderr).toContain('Did you mean search?');
    expect(runs[1]?.stderr).toContain('see foldout search --help');
    expect(runs[5]?.stderr).toContain('for example --port 3200');
  });

  it('ends with exit code 3 if there is no configuration or it cannot be read', async () => {
    const none = await home.pipe(['list']);
    expect(none).toMatchObject({ code: 3, stderr: expect.stringContaining('--config mcp.json') });
    const missing = await home.pipe(['list', '--config', 'nowhere.json']);
    expect(missing.code).toBe(3);
  });

  it('signs in only to servers that support it', async () => {
    home.put('work/own.json', { mcpServers: { local: { command: 'node' } } });
    const local = await home.pipe(['auth', 'local', '--config', 'own.json']);
    expect(local).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing to sign in to') });
    const shared = await home.pipe(['auth', 'local', '--as', 'oauth:ada', '--config', 'own.json']);
    expect(shared).toMatchObject({ code: 2, stderr: expect.stringContaining("'local' has one sign-in for all") });
    const unknown = await home.pipe(['auth', 'other', '--config', 'own.json']);
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('Use one of: local') });
    if (hasTerminal)
      expect((await home.terminal(['auth', 'local', '--config', 'own.json'])).screen).toContain(
        'nothing to sign in to',
      );
  });
});

describe('color', () => {
  it.runIf(hasTerminal)('is on for terminals and with FORCE_COLOR, and off with NO_COLOR', async () => {
    home.put('work/own.json', { mcpServers: {} });
    const args = ['stats', '--config', 'own.json'];
    const [seen, none, forced, plain] = await Promise.all([
      home.terminal(args),
      home.terminal(args, { env: { NO_COLOR: '1' } }),
      home.pipe(['search', 'x', '--config', 'own.json', '--explain'], { env: { FORCE_COLOR: '1' } }),
      home.pipe(args),
    ]);
    const bold = '\u001b[1m';
    expect(seen?.written).toContain(bold);
    expect(none?.written).not.toContain(bold);
    expect(plain?.stdout).not.toContain(bold);
    expect(forced?.code).toBe(1);
  });
});

describe('foldout completions', () => {
  it.each(['bash', 'zsh', 'fish', 'powershell'])('completes every command in %s', async (shell) => {
    const { code, stdout } = await home.pipe(['completions', shell]);
    expect(code).toBe(0);
    for (const name of names) expect(stdout).toContain(name);
    expect(stdout).toContain(shell === 'fish' ? '-l explain' : '--explain');
    await expect(stdout).toMatchFileSnapshot(`commands/golden/completions.${shell}.txt`);
  });

  it.runIf(process.platform !== 'win32')('completes in a real bash', async () => {
    const { stdout: script } = await home.pipe(['completions', 'bash']);
    const ask = `COMP_WORDS=(foldout search --ex); COMP_CWORD=2; _foldout; echo "\${COMPREPLY[@]}"; COMP_WORDS=(foldout do); COMP_CWORD=1; _foldout; echo "\${COMPREPLY[@]}"`;
    const { stdout } = spawnSync('bash', ['-c', `${script}\n${ask}`], { encoding: 'utf8' });
    expect(stdout).toBe('--explain\ndoctor\n');
  });
});
