// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references to secrets are written like this
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CliHome, MAIL } from '../../../../test/fixtures/cli-home.ts';
import { BINARY, hasTerminal, ROOT } from '../../../../test/fixtures/terminal.ts';

let home: CliHome;
const env = { FOLDOUT_KEYCHAIN: 'file' };
const run = (args: readonly string[], input?: string) =>
  home.pipe(args, { env, ...(input !== undefined && { input }) });

beforeEach(() => {
  home = new CliHome();
});
afterEach(() => home.close());

describe('foldout secret', () => {
  it('stores, lists and removes a secret, and never prints its value', async () => {
    home.configure({ mail: home.server('mail', MAIL) });
    expect(await run(['secret', 'list'])).toMatchObject({ code: 0, stdout: '' });
    const set = await run(['secret', 'set', 'MAIL_KEY'], 'Zq7-the-value\n');
    expect(set).toMatchObject({ code: 0, stdout: '' });
    expect(set.stderr).toContain('stored MAIL_KEY in the encrypted file');
    expect(set.stderr).toContain('Write ${keychain:MAIL_KEY}');
    expect(set.stderr).not.toContain('Zq7');
    expect(await run(['secret', 'list'])).toMatchObject({ stdout: 'MAIL_KEY\n' });
    expect(JSON.parse((await run(['secret', 'list', '--json'])).stdout)).toEqual({
      place: 'file',
      names: ['MAIL_KEY'],
    });
    expect(await run(['secret', 'remove', 'MAIL_KEY'])).toMatchObject({ code: 0 });
    expect(await run(['secret', 'remove', 'MAIL_KEY'])).toMatchObject({ code: 1 });
  });

  it('refuses an empty value, a wrong name and an unknown action', async () => {
    home.configure({});
    expect(await run(['secret', 'set', 'A'], '\n')).toMatchObject({ code: 1 });
    expect(await run(['secret', 'set', 'a b'], 'x')).toMatchObject({ code: 2 });
    expect(await run(['secret', 'set'], 'x')).toMatchObject({ code: 2 });
    expect(await run(['secret', 'show', 'A'])).toMatchObject({ code: 2 });
  });

  it('does not show on a terminal what is typed', async () => {
    if (!hasTerminal) return;
    home.configure({});
    const answers = [{ after: 'not shown', type: 'Zq7-typed\r' }];
    const { code, written } = await home.terminal(['secret', 'set', 'A'], { answers, env });
    expect(code).toBe(0);
    expect(written).toContain('stored A');
    expect(written).not.toContain('Zq7');
  });
});

const HOSTILE = join(ROOT, 'test', 'fixtures', 'servers', 'hostile.mjs');

describe('twenty secrets', () => {
  it('appear in no output, log or file', { timeout: 120_000 }, async () => {
    const names = Array.from({ length: 20 }, (_, at) => `SECRET_${at}`);
    const refer = (at: number): string => `\${keychain:${names[at]}}`;
    home.configure({
      mail: {
        ...home.server('mail', MAIL),
        env: Object.fromEntries(names.slice(0, 8).map((name, at) => [name, refer(at)])),
      },
      // Prints its token to stderr and exits.
      broken: { command: process.execPath, args: [HOSTILE, 'crash-on-start'], env: { API_TOKEN: refer(8) } },
      arguments: { command: process.execPath, args: [HOSTILE, `--token=${refer(9)}`, '--key', refer(10), refer(11)] },
      remote: {
        url: `http://127.0.0.1:9/${refer(12)}/mcp?key=${refer(13)}`,
        headers: { 'X-Api-Key': refer(14), Authorization: `Bearer ${refer(15)}` },
      },
      bearer: { url: 'http://127.0.0.1:9/mcp', bearerToken: refer(16) },
      oauth: { url: 'http://127.0.0.1:9/mcp', oauth: { clientId: 'x', clientSecret: refer(17) } },
      missing: { url: `http://127.0.0.1:9/${refer(18)}`, bearerToken: '${keychain:NOT_STORED}' },
      script: { command: 'no-such-program', args: [`PASSWORD=${refer(19)}`] },
    });
    const values = names.map((name, at) => `Zq7value${at}x${name.length * 7919 + at}k`);
    for (const [at, name] of names.entries()) expect((await run(['secret', 'set', name], values[at])).code).toBe(0);

    const said: string[] = [];
    const say = async (...args: string[]): Promise<void> => {
      const { stdout, stderr } = await run(args);
      said.push(stdout, stderr);
    };
    for (const args of [['list', '--refresh'], ['doctor'], ['doctor', '--json'], ['search', 'send a message']])
      await say(...args);
    await say('call', 'broken/echo', '--debug');
    await say('call', 'remote/x');

    const clientEnv = Object.entries({ ...home.env, ...env }).flatMap(([key, value]) => (value ? [[key, value]] : []));
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [BINARY, 'serve'],
      cwd: home.work,
      env: Object.fromEntries(clientEnv),
      stderr: 'pipe',
    });
    transport.stderr?.on('data', (chunk) => said.push(String(chunk)));
    const client = new Client({ name: 'one', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
    await client.connect(transport);
    for (const command of ['broken/echo', 'remote/x', 'bearer/x', 'script/x', 'mail/search_inbox']) {
      said.push(JSON.stringify(await client.callTool({ name: 'afd-call', arguments: { command, input: {} } })));
    }
    await say('status');
    await say('status', '--json');
    await say('logs');
    await client.close();
    await say('stop');

    const output = said.join('\n');
    expect(output).toContain('cannot open the database with');
    expect(output).toContain('foldout secret set NOT_STORED');
    expect(values.filter((value) => output.includes(value))).toEqual([]);
    const files = readdirSync(home.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const leaks = files.filter((file) => values.some((value) => readFileSync(file).includes(value)));
    expect(leaks).toEqual([]);
    if (process.platform === 'win32') return;
    const state = join(home.folder, 'state');
    expect(['secrets.key', 'secrets.json'].map((name) => statSync(join(state, name)).mode & 0o777)).toEqual([
      0o600, 0o600,
    ]);
  });
});
