import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliHome, MAIL } from '../../../../test/fixtures/cli-home.ts';

const NAMES = ['mcp-tool-navigator', 'progressive-mcp-discovery'];

let home: CliHome;
beforeAll(async () => {
  home = new CliHome();
  home.configure({ mail: home.server('mail', MAIL) });
  await home.pipe(['list']);
});
afterAll(() => home.close());

describe('foldout skills install', () => {
  it('writes skills whose every command works', { timeout: 60_000 }, async () => {
    const { code, stdout } = await home.pipe(['skills', 'install', 'project']);
    expect([code, stdout.trim().split('\n')]).toEqual([
      0,
      ['.claude', '.agents'].flatMap((place) =>
        NAMES.map((name) => join(home.work, 'project', place, 'skills', name, 'SKILL.md')),
      ),
    ]);
    const texts = NAMES.map((name) =>
      readFileSync(join(home.work, 'project', '.claude', 'skills', name, 'SKILL.md'), 'utf8'),
    );
    const commands = texts.flatMap((text) =>
      [...text.matchAll(/```sh\nfoldout (.*)\n```/g)].map(([, line]) => line ?? ''),
    );
    expect(commands.map((line) => line.split(' ')[0])).toEqual(['list', 'list', 'show', 'call', 'search', 'show']);
    for (const line of commands) {
      const args = [...line.matchAll(/"([^"]*)"(?!:)|'([^']*)'|(\S+)/g)].map(
        ([, double, single, plain]) => double ?? single ?? plain ?? '',
      );
      const ran = await home.pipe(args);
      expect([line, ran.code, ran.stderr]).toEqual([line, 0, expect.not.stringContaining('unknown')]);
    }
  });

  it('leaves skills of others alone', async () => {
    const own = join(home.work, 'project', '.claude', 'skills', NAMES[0] ?? '', 'SKILL.md');
    writeFileSync(own, 'mine');
    const { code, stderr } = await home.pipe(['skills', 'install', 'project', '--for', 'claude']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('--overwrite')]);
    expect(readFileSync(own, 'utf8')).toBe('mine');
    expect((await home.pipe(['skills', 'install', 'project', '--for', 'claude', '--overwrite'])).code).toBe(0);
  });
});
