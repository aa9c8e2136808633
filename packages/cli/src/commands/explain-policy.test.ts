import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliHome, MAIL } from '../../../../test/fixtures/cli-home.ts';

let home: CliHome;

beforeAll(async () => {
  home = new CliHome();
  home.configure(
    { mail: home.server('mail', MAIL) },
    {
      policy: {
        preset: 'careful',
        rules: [
          { tools: 'mail/search_*', then: 'allow' },
          { arguments: { '/to/*': { endsWith: '@rival.example' } }, then: 'deny', reason: 'Not to them.' },
          { principals: 'ci', risk: ['write', 'destructive'], then: 'deny', reason: 'CI only reads.' },
        ],
      },
    },
  );
  await home.pipe(['list']);
});
afterAll(() => home.close());

const explain = async (...args: string[]) => {
  const { code, stdout, stderr } = await home.pipe(['explain-policy', ...args]);
  return { code, lines: stdout.trim().split('\n'), stderr };
};

describe('foldout explain-policy', () => {
  it('says what is decided, and what every rule says on the way', async () => {
    expect(await explain('mail/delete_message', '--as', 'ci')).toEqual({
      code: 1,
      stderr: '',
      lines: [
        'mail/delete_message (destructive) as ci: deny, CI only reads.',
        '  rule 1: no match (tools)',
        '  rule 2: deny with certain arguments',
        '  rule 3: deny',
      ],
    });
  });

  it('names the preset where no rule decides', async () => {
    const { code, lines } = await explain('delete_message', '--input', '{"id":"1"}');
    expect([code, lines[0], lines.at(-1)]).toEqual([
      0,
      'mail/delete_message (destructive) as local: ask',
      '  preset careful: ask',
    ]);
  });

  it('says that it depends on the arguments, or decides with them', async () => {
    const { lines } = await explain('send_message');
    expect(lines[0]).toBe('mail/send_message (write) as local: depends on the arguments: pass them with --input');
    const denied = await home.pipe([
      'explain-policy',
      'send_message',
      '--json',
      '--input',
      '{"to":["a@rival.example"]}',
    ]);
    expect(denied.code).toBe(1);
    expect(JSON.parse(denied.stdout)).toEqual({
      tool: 'mail/send_message',
      risk: 'write',
      principal: 'local',
      decision: { verdict: 'deny', rule: 2, preset: 'careful', reason: 'Not to them.' },
      rules: [
        { rule: 1, verdict: 'allow', mismatches: ['tools'] },
        { rule: 2, verdict: 'deny', mismatches: [] },
      ],
    });
  });

  it('refuses an input that is no object, and a time that is none', async () => {
    expect(await explain('send_message', '--input', '[1]')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--input'),
    });
    expect(await explain('send_message', '--at', 'noon')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--at noon'),
    });
  });
});
