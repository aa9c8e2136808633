import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CliHome, MAIL } from '../../../../test/fixtures/cli-home.ts';
import { BINARY } from '../../../../test/fixtures/terminal.ts';
import { allGone, isRunning } from '../../../../test/fixtures/upstreams.ts';

let home: CliHome;

beforeEach(() => {
  home = new CliHome();
  home.configure({ mail: home.server('mail', MAIL) });
});

afterEach(async () => {
  await home.pipe(['stop']);
  home.close();
});

async function connect(): Promise<Client> {
  const env = Object.fromEntries(Object.entries(home.env).flatMap(([key, value]) => (value ? [[key, value]] : [])));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [BINARY, 'serve'],
    cwd: home.work,
    env,
  });
  const client = new Client({ name: 'one', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
  await client.connect(transport);
  await client.listTools();
  return client;
}

const statusOf = async () => JSON.parse((await home.pipe(['status', '--json'])).stdout);

describe('the commands of the background gateway', () => {
  it('say that none runs', async () => {
    expect(await home.pipe(['status'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no background gateway'),
    });
    expect(await home.pipe(['status', '--json'])).toMatchObject({ code: 1, stdout: '[]\n' });
    expect(await home.pipe(['stop'])).toMatchObject({
      code: 0,
      stderr: 'foldout: no background gateway is running.\n',
    });
    expect(await home.pipe(['restart'])).toMatchObject({ code: 1 });
    expect(await home.pipe(['logs'])).toMatchObject({ code: 1, stderr: expect.stringContaining('there is no log') });
  });

  it('show it, its clients and its log, restart and stop it', async () => {
    const client = await connect();
    await client.callTool({ name: 'search_inbox', arguments: { query: 'x' } });
    const [first] = await statusOf();
    expect(first).toMatchObject({ config: join(home.work, 'foldout.json'), options: ['--in-folder'] });
    expect(first.clients).toMatchObject([{ folder: home.work }]);
    expect(first.servers).toMatchObject([{ name: 'mail', state: 'ready' }]);
    expect(JSON.stringify(first)).not.toContain('token');
    const { stdout, code } = await home.pipe(['status']);
    expect(code).toBe(0);
    expect(stdout).toContain(`pid ${first.pid}`);
    expect(stdout).toContain('1 of 1 running: mail (pid ');
    expect((await home.pipe(['logs', '-n', '5'])).stdout).toMatch(/^\d{4}-\d\d-\d\dT\S+ .*"one"/m);

    expect(await home.pipe(['restart'])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('started again, pid'),
    });
    const [second] = await statusOf();
    expect(second.pid).not.toBe(first.pid);
    expect(await allGone([first.pid, first.servers[0].pid])).toEqual([]);
    await expect(client.callTool({ name: 'search_inbox', arguments: { query: 'x' } })).rejects.toThrow();

    const again = await connect();
    expect((await statusOf())[0]).toMatchObject({ pid: second.pid, clients: [{ folder: home.work }] });
    expect(await home.pipe(['stop'])).toMatchObject({ code: 0, stderr: 'foldout: stopped 1 background gateway.\n' });
    expect(isRunning(second.pid)).toBe(false);
    expect((await home.pipe(['status'])).code).toBe(1);
    await again.close();
  });

  it('kill one that does not answer', async () => {
    const client = await connect();
    const [{ pid }] = await statusOf();
    process.kill(pid, 'SIGSTOP');
    const { stdout } = await home.pipe(['status']);
    expect(stdout).toContain('it does not answer');
    expect(await home.pipe(['stop'])).toMatchObject({ code: 0 });
    expect(isRunning(pid)).toBe(false);
    await client.close();
  });
});

describe('foldout serve --background', () => {
  it('is the gateway that clients join, stays without clients, and refuses to run twice', async () => {
    const service = spawn(process.execPath, [BINARY, 'serve', '--background'], {
      cwd: home.work,
      env: { ...home.env, FOLDOUT_GRACE_MS: '0' },
      stdio: 'ignore',
    });
    const env = { FOLDOUT_GRACE_MS: '0' };
    while ((await home.pipe(['status'])).code !== 0) expect(service.exitCode).toBe(null);
    const second = await home.pipe(['serve', '--background'], { env });
    expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining('runs already. See: foldout status') });
    const joined = await home.pipe(['serve'], {
      env,
      input: `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'server/discover', params: {} })}\n`,
    });
    expect(joined.stdout).toContain('"id":1');
    const found = await statusOf();
    expect(found).toMatchObject([{ pid: service.pid, clients: [] }]);
    const exit = once(service, 'exit');
    service.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  });
});

describe('foldout service', () => {
  it('writes a unit that systemd accepts, and deletes it', async () => {
    if (process.platform !== 'linux') return;
    const { code, stdout, stderr } = await home.pipe(['service', 'install']);
    const unit = join(home.home, '.config', 'systemd', 'user', 'foldout.service');
    expect(code).toBe(0);
    expect(stdout).toBe('systemctl --user daemon-reload\nsystemctl --user enable --now foldout.service\n');
    expect(stderr).toContain(`wrote ${unit}`);
    expect((await home.pipe(['service', 'install', '--print'])).stdout).toBe(readFileSync(unit, 'utf8'));
    if (spawnSync('systemd-analyze', ['--version']).status === 0) {
      const runtime = mkdtempSync(join(tmpdir(), 'foldout-runtime-'));
      mkdirSync(join(runtime, 'systemd'));
      const verified = spawnSync('systemd-analyze', ['--user', 'verify', unit], {
        env: { ...home.env, XDG_RUNTIME_DIR: runtime },
        encoding: 'utf8',
      });
      rmSync(runtime, { recursive: true });
      expect(verified).toMatchObject({ status: 0, stderr: '' });
    }
    expect((await home.pipe(['service', 'uninstall'])).code).toBe(0);
    expect(existsSync(unit)).toBe(false);
    expect((await home.pipe(['service', 'uninstall'])).code).toBe(1);
    expect((await home.pipe(['service', 'start'])).code).toBe(2);
  });

  it('names the variables that a service does not have', async () => {
    if (process.platform !== 'linux') return;
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the configuration refers to a variable
    home.configure({ mail: { ...home.server('mail', MAIL), env: { KEY: '${MAIL_KEY}' } } });
    const { stderr } = await home.pipe(['service', 'install'], { env: { MAIL_KEY: 'x' } });
    expect(stderr).toContain('the configuration refers to MAIL_KEY. A service does not have');
  });
});
