import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliHome, MAIL } from '../../../../test/fixtures/cli-home.ts';

let home: CliHome;

beforeAll(async () => {
  home = new CliHome();
  home.configure(
    { mail: home.server('mail', MAIL) },
    { policy: { rules: [{ tools: 'mail/send_message', then: 'ask' }], ask: { waitMs: 0 } } },
  );
  await home.pipe(['list']);
});
afterAll(() => home.close());

const send = (to: string) => home.pipe(['call', 'send_message', JSON.stringify({ to: [to] })]);
const pending = (...args: string[]) => home.pipe(['pending', ...args]);

/** Sends a message that waits for approval, and returns the id of the call. */
async function waiting(to: string): Promise<string> {
  expect((await send(to)).stderr).toContain('needs the approval of a person, by rule 1 of the policy');
  const calls = JSON.parse((await pending('--json')).stdout) as { id: string; shown: string }[];
  return calls.find(({ shown }) => shown.includes(to))?.id ?? '';
}

describe('foldout pending', () => {
  it('lists the calls that wait, one on each line in a pipe', async () => {
    expect((await pending()).stderr).toContain('no call waits for an approval');
    const id = await waiting('list@example.org');
    expect((await pending()).stdout.trim()).toBe(
      `${id.slice(0, 8)}\tmail/send_message\twrite\tlocal\t{"to":["list@example.org"]}`,
    );
    expect((await pending('deny', id)).stderr).toContain('denied: mail/send_message for local');
    const { code, stderr } = await send('list@example.org');
    expect([code, stderr]).toEqual([1, expect.stringContaining('A person has refused this call')]);
  });

  it('allows one call', async () => {
    const id = await waiting('once@example.org');
    expect((await pending('allow', id.slice(0, 8))).stderr).toContain('allowed (once)');
    expect((await send('once@example.org')).code).toBe(0);
    expect((await pending('allow', id)).stderr).toContain('No call has the id');
    await pending('deny', await waiting('once@example.org'));
  });

  it('allows more than one call, until the grant is revoked', async () => {
    expect((await pending('allow', await waiting('a@example.org'), '--for', 'always')).stderr).toContain(
      'allowed (always)',
    );
    expect((await send('b@example.org')).code).toBe(0);
    const [grant] = JSON.parse((await pending('grants', '--json')).stdout) as { key: string }[];
    expect(grant).toMatchObject({ tool: 'mail/send_message', principal: 'local', scope: 'always' });
    expect((await pending('revoke', grant?.key ?? '')).stderr).toContain('revoked: mail/send_message');
    await pending('deny', await waiting('b@example.org'));
  });

  it('asks about each call in a terminal', async () => {
    await waiting('terminal@example.org');
    const { screen } = await home.terminal(['pending'], { answers: [{ after: 'What should happen?', type: '\r' }] });
    expect(screen).toContain('mail/send_message (tool, write) for local');
    expect(screen).toContain('terminal@example.org');
    expect(screen).toContain('rule 1 of the policy');
    expect((await send('terminal@example.org')).code).toBe(0);
  });

  it('says what is wrong with an action, a scope or an id', async () => {
    for (const args of [['pardon', 'x'], ['allow'], ['allow', 'x', '--for', 'ever'], ['deny', 'nothing']]) {
      const { code, stderr } = await pending(...args);
      expect([code === 0, stderr]).toEqual([false, expect.stringMatching(/Use |use |Name one|No call/)]);
    }
  });

  it('lets the person at the terminal answer for a call of their own', async () => {
    const { code, screen } = await home.terminal(['call', 'send_message', '{"to":["own@example.org"]}'], {
      answers: [
        { after: 'Do you want to answer?', type: '\r' },
        { after: 'Allow', type: '\r' },
      ],
    });
    expect([code, screen]).toEqual([0, expect.stringContaining("'local' wants to use the tool mail/send_message")]);
  });
});
