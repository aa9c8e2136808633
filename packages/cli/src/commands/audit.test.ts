import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliHome, MAIL } from '../../../../test/fixtures/cli-home.ts';

let home: CliHome;

beforeAll(async () => {
  home = new CliHome();
  home.configure({ mail: home.server('mail', MAIL) }, { audit: 'required' });
  expect((await home.pipe(['audit'])).stderr).toContain('there is no audit log');
  await home.pipe(['call', 'search_inbox', 'query=hello']);
  await home.pipe(['call', 'send_message', '{"to":["a@example.org"]}']);
});
afterAll(() => home.close());

describe('foldout audit', () => {
  it('lists calls, filtered by tool, principal and time', async () => {
    const rows = async (...args: string[]) => {
      const { stdout } = await home.pipe(['audit', ...args]);
      return stdout
        .split('\n')
        .filter(Boolean)
        .map((row) => row.split('\t').slice(1));
    };
    expect(await rows()).toEqual([
      ['end', 'local', 'mail/search_inbox', 'read', 'allow (no policy)', 'success'],
      ['start', 'local', 'mail/send_message', 'write', 'allow (no policy)', ''],
      ['end', 'local', 'mail/send_message', 'write', 'allow (no policy)', 'success'],
    ]);
    expect(await rows('--tool', 'send_message', '-n', '1')).toHaveLength(1);
    expect(await rows('--principal', 'ci')).toEqual([]);
    expect(await rows('--since', '2100-01-01')).toEqual([]);
  });

  it('exports every line, without arguments and results', async () => {
    const { stdout } = await home.pipe(['audit', 'export']);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatchObject({ op: 'start', input: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(stdout).not.toContain('example.org');
  });

  it('verifies the chain, and finds a line that was changed by hand', async () => {
    const intact = await home.pipe(['audit', 'verify']);
    expect([intact.code, intact.stderr]).toEqual([
      0,
      expect.stringContaining('the audit log is intact: 5 lines in 2 files'),
    ]);
    const folder = join(home.folder, 'state', 'audit');
    const file = join(folder, readdirSync(folder).sort().at(-1) ?? '');
    writeFileSync(file, readFileSync(file, 'utf8').replace('send_message', 'read_message'));
    const changed = await home.pipe(['audit', 'verify']);
    expect([changed.code, changed.stdout]).toEqual([1, expect.stringMatching(/:2 was changed: its hash does not fit/)]);
  });
});
