import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliHome, MAIL } from '../../../../test/fixtures/cli-home.ts';
import { hasTerminal } from '../../../../test/fixtures/terminal.ts';

let home: CliHome;

beforeAll(async () => {
  home = new CliHome();
  home.configure({ mail: home.server('mail', MAIL), everything: home.everything });
  await home.pipe(['list']);
});
afterAll(() => home.close());

const answered = (stdout: string): unknown => JSON.parse(stdout).input;

describe('foldout call', () => {
  it('converts key=value to the type in the schema of the tool', async () => {
    const { stdout } = await home.pipe(['call', 'mail/send_message', 'to=ada', 'to=bob', 'subject=5', 'urgent=true']);
    expect(answered(stdout)).toEqual({ to: ['ada', 'bob'], subject: '5', urgent: true });
    const { stdout: searched } = await home.pipe(['call', 'search_inbox', 'query=a=b', 'limit=3']);
    expect(answered(searched)).toEqual({ query: 'a=b', limit: 3 });
  });

  it('takes one JSON object, or JSON on stdin', async () => {
    const runs = await Promise.all([
      home.pipe(['call', 'search_inbox', '{"query": "x"}']),
      home.pipe(['call', 'search_inbox', '-'], { input: '{"query": "x"}' }),
      home.pipe(['call', 'search_inbox'], { input: '{"query": "x"}' }),
    ]);
    for (const { stdout } of runs) expect(answered(stdout)).toEqual({ query: 'x' });
  });

  it('does not call a destructive tool from a pipe without --yes', async () => {
    const refused = await home.pipe(['call', 'delete_message', 'id=7']);
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('add --yes') });
    const agreed = await home.pipe(['call', 'delete_message', 'id=7', '--yes']);
    expect([agreed.code, answered(agreed.stdout)]).toEqual([0, { id: '7' }]);
  });

  it.runIf(hasTerminal)('asks first on a terminal, and does not call the tool after no', async () => {
    const [no, yes] = await Promise.all(
      ['n', 'y'].map((type) =>
        home.terminal(['call', 'delete_message', 'id=7'], { answers: [{ after: 'Call it?', type }] }),
      ),
    );
    expect(no?.code).toBe(1);
    expect(no?.screen).toContain("'mail/delete_message' was not called");
    expect(yes?.code).toBe(0);
    expect(yes?.screen).toContain('{"server":"mail","tool":"delete_message","input":{"id":"7"}}');
  });

  it.runIf(hasTerminal)('does not ask before a tool that is not destructive', async () => {
    const { code, screen } = await home.terminal(['call', 'mail/search_inbox', 'query=hello']);
    expect(code).toBe(0);
    await expect(home.plain(screen)).toMatchFileSnapshot('golden/call.terminal.txt');
  });

  it('calls a tool of a real server', async () => {
    const { code, stdout } = await home.pipe(['call', 'everything/get-sum', 'a=2', 'b=40']);
    expect([code, stdout]).toEqual([0, 'The sum of 2 and 40 is 42.\n']);
  });

  it('describes binary content, or saves it', async () => {
    const named = await home.pipe(['call', 'everything/get-tiny-image']);
    expect(named.stdout).toMatch(/\[image, image\/png, [\d,]+ bytes; to save it, add --save <folder>\]/);
    const folder = join(home.folder, 'saved');
    const saved = await home.pipe(['call', 'everything/get-tiny-image', '--save', folder]);
    expect(saved.code).toBe(0);
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/\.png$/)]);
  });

  it('prints the unchanged answer of the server with --json', async () => {
    const { stdout } = await home.pipe(['call', 'everything/echo', 'message=hi', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ content: [{ type: 'text', text: 'Echo: hi' }] });
  });

  it('reports an invalid input in one line, with exit code 2', async () => {
    const runs = await Promise.all([
      home.pipe(['call', 'search_inbox', 'limit=3']),
      home.pipe(['call', 'search_inbox', 'nothing']),
      home.pipe(['call', 'search_inbox', '{"query":']),
      home.pipe(['call', 'search_inbox', 'query=a', 'query=b']),
      home.pipe(['call', 'mail/nothing_like_it']),
    ]);
    for (const { code, stderr, stdout } of runs) {
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr.trim().split('\n')).toHaveLength(1);
    }
    expect(runs[0]?.stderr).toContain('query');
  });

  it('ends with exit code 4 if the server does not answer, and with 1 if the tool fails', async () => {
    const gone = new CliHome();
    gone.configure({ mail: gone.server('mail', MAIL) });
    await gone.pipe(['list']);
    gone.put('catalogs/mail.json', 'no JSON');
    const unreachable = await gone.pipe(['call', 'search_inbox', 'query=x']);
    // The saved tool list still has a tool that the server no longer offers.
    gone.put('catalogs/mail.json', { name: 'mail', version: '1', tools: [] });
    const failed = await gone.pipe(['call', 'search_inbox', 'query=x']);
    gone.close();
    expect(unreachable.code).toBe(4);
    expect(unreachable.stderr).toContain('could not be started');
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain('Unknown tool');
  });

  it('prints a stack trace only with --debug', async () => {
    const [brief, long] = await Promise.all([
      home.pipe(['call', 'nothing_like_it']),
      home.pipe(['call', 'nothing_like_it', '--debug']),
    ]);
    expect(brief?.stderr).not.toContain('    at ');
    expect(long?.stderr).toContain('    at ');
    expect(existsSync(home.work)).toBe(true);
  });
});
