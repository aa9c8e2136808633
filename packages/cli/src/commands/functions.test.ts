import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliHome, MAIL } from '../../../../test/fixtures/cli-home.ts';

const SOURCE = `import { searchInbox } from './servers/mail';

/**
 * Finds mails of a person
 * @test { "person": "ann" }
 */
export async function mailsOf(input: { person: string }): Promise<{ found: unknown }> {
  return { found: await searchInbox({ query: input.person }) };
}
`;

let home: CliHome;
const put = (source: string): string => {
  const file = join(home.work, 'mails.ts');
  writeFileSync(file, source);
  return file;
};

beforeAll(async () => {
  home = new CliHome();
  home.configure({ mail: home.server('mail', MAIL) });
  await home.pipe(['list']);
});
afterAll(() => home.close());

describe('foldout functions', () => {
  it('saves, lists, tests, runs, exports, shares and removes a function', { timeout: 60_000 }, async () => {
    const empty = await home.pipe(['functions']);
    expect([empty.code, empty.stderr]).toEqual([0, expect.stringContaining('foldout functions save <file>')]);

    const wrong = await home.pipe(['functions', 'save', put(SOURCE.replace('input.person }', '5 }'))]);
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringMatching(/line 8: .*number.*string/s)]);
    const saved = await home.pipe(['functions', 'save', put(SOURCE)]);
    expect([saved.code, saved.stderr]).toEqual([0, '']);
    expect(JSON.parse(saved.stdout)).toMatchObject({ name: 'mailsOf', version: 1, owner: 'local' });

    const listed = JSON.parse((await home.pipe(['functions', '--json'])).stdout);
    expect(listed).toEqual([expect.objectContaining({ name: 'mailsOf', version: 1, test: { person: 'ann' } })]);
    expect((await home.pipe(['functions', 'show', 'mailsOf'])).stdout).toContain("from '../servers/mail/index.ts'");
    const tested = await home.pipe(['functions', 'test', 'mailsOf']);
    expect([tested.code, JSON.parse(tested.stdout)]).toEqual([0, { found: expect.anything() }]);

    writeFileSync(
      join(home.work, 'script.ts'),
      "import { mailsOf } from './functions/mailsOf';\nexport default Object.keys(await mailsOf({ person: 'ben' }));",
    );
    const ran = await home.pipe(['run', 'script.ts', '--check']);
    expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining('found')]);

    await home.pipe(['generate', 'tree']);
    expect(readFileSync(join(home.work, 'tree', 'functions', 'mailsOf.ts'), 'utf8')).toContain('mailsOf(input');
    expect(JSON.parse((await home.pipe(['generate', 'tree', '--check', '--json'])).stdout).current).toBe(true);
    await home.pipe(['functions', 'export', 'out']);
    expect(readFileSync(join(home.work, 'out', 'functions', 'index.ts'), 'utf8')).toContain("from './mailsOf.ts'");

    expect((await home.pipe(['functions', 'share', 'mailsOf'])).stderr).toContain('version 1 of mailsOf');
    expect(JSON.parse((await home.pipe(['functions', '--json'])).stdout)[0].shared).toBe(1);
    expect((await home.pipe(['functions', 'remove', 'mailsOf'])).code).toBe(0);
    await home.pipe(['generate', 'tree']);
    expect(existsSync(join(home.work, 'tree', 'functions', 'mailsOf.ts'))).toBe(false);
  });

  it('says what is wrong, and what to type', async () => {
    expect((await home.pipe(['functions', 'show'])).stderr).toContain('foldout functions show <name>');
    const unknown = await home.pipe(['functions', 'show', 'nothing']);
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining("no function 'nothing'")]);
    expect((await home.pipe(['functions', 'share', 'nothing'])).code).toBe(1);
    expect((await home.pipe(['functions', 'save', 'no-such-file.ts'])).stderr).toContain('cannot read no-such-file.ts');
  });
});
