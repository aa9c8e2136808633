import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GatewayConfig } from '@foldout/gateway';
import { afterEach, describe, expect, it } from 'vitest';
import { allGone, fixture, hostile, isRunning } from '../fixtures/upstreams.ts';
import { connectTo, type GatewayClient, run } from './gateway-clients.ts';
import { eventually, Home } from './gateway-process.ts';

const WITHIN_MS = 15_000;
const homes: Home[] = [];
const clients: GatewayClient[] = [];

function homeWith(config: GatewayConfig): Home {
  const home = new Home(config);
  homes.push(home);
  return home;
}

async function open(home: Home, target: Partial<Home['shared']> = {}, era: 'legacy' | 'modern' = 'legacy') {
  const client = await connectTo({ ...home.shared, ...target }, era, { capabilities: { elicitation: { form: {} } } });
  clients.push(client);
  return client;
}

interface Listed {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

function processes(): Listed[] {
  const rows = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,stat=,args='], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return rows.split('\n').flatMap((row) => {
    const [, pid, parent, state = 'Z', command = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(row) ?? [];
    return state.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

/** The background gateways of a home, its relays, and all descendants of the gateways. */
function family({ file }: Home): { gateways: number[]; relays: number[]; all: number[] } {
  const running = processes();
  const ours = running.filter(({ command }) => command.includes(` serve --config ${file}`));
  const gateways = ours.filter(({ command }) => command.includes('--background')).map(({ pid }) => pid);
  const relays = ours.map(({ pid }) => pid).filter((pid) => !gateways.includes(pid));
  const all = [...gateways];
  for (const pid of all) all.push(...running.filter(({ parent }) => parent === pid).map((child) => child.pid));
  return { gateways, relays, all: [...all, ...relays] };
}

async function pidOf(client: GatewayClient, server: string): Promise<number> {
  return (await run(client, `${server}/pid`)).structuredContent.pid;
}

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close().catch(() => {})));
  for (const home of homes.splice(0)) home[Symbol.dispose]();
});

describe('six clients at once', () => {
  it('share one gateway and one process of each server', async () => {
    const home = homeWith({ mcpServers: { one: hostile(), two: hostile('grandchild') } });
    const six = await Promise.all(Array.from({ length: 6 }, (_, at) => open(home, {}, at % 2 ? 'modern' : 'legacy')));
    const pids = await Promise.all(six.flatMap((client) => [pidOf(client, 'one'), pidOf(client, 'two')]));
    expect(new Set(pids).size).toBe(2);
    const { gateways, relays } = family(home);
    expect(gateways).toHaveLength(1);
    expect(relays).toHaveLength(6);
  });

  it('leave no process when they are killed, together or one after the other', async () => {
    const home = homeWith({ mcpServers: { one: hostile('stubborn', 'grandchild') } });
    const six = await Promise.all(Array.from({ length: 6 }, () => open(home)));
    const server = await pidOf(six[0] as GatewayClient, 'one');
    const { all, relays, gateways } = family(home);
    expect(all).toContain(server);
    process.kill(relays[0] as number, 'SIGKILL');
    expect(await allGone(relays.slice(0, 1), WITHIN_MS)).toEqual([]);
    // The others still have the same server.
    const answered = await Promise.allSettled(six.map((client) => pidOf(client, 'one')));
    expect(answered.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect([...gateways, server].filter(isRunning)).toHaveLength(2);
    for (const relay of relays.slice(1)) process.kill(relay, 'SIGKILL');
    expect(await allGone(all, WITHIN_MS)).toEqual([]);
    expect(readdirSync(join(home.folder, 'state', 'run')).filter((name) => !name.endsWith('.log'))).toEqual([]);
  });

  it('get an error when the gateway is killed, its servers end, and the next start works', async () => {
    const home = homeWith({ mcpServers: { one: hostile('stubborn', 'grandchild') } });
    const client = await open(home);
    await pidOf(client, 'one');
    const { gateways, all } = family(home);
    const hanging = run(client, 'one/hang').then(
      () => 'answered',
      () => 'failed',
    );
    process.kill(gateways[0] as number, 'SIGKILL');
    expect(await hanging).toBe('failed');
    expect(await allGone(all, WITHIN_MS)).toEqual([]);
    const next = await open(home);
    expect(isRunning(await pidOf(next, 'one'))).toBe(true);
  });

  it('leave no process when everything is killed at once', async () => {
    const home = homeWith({ mcpServers: { one: hostile('stubborn', 'grandchild') } });
    const all = await Promise.all([open(home), open(home), open(home)]);
    await Promise.all(all.map((client) => pidOf(client, 'one')));
    const { gateways, relays, all: pids } = family(home);
    for (const pid of [...gateways, ...relays]) process.kill(pid, 'SIGKILL');
    expect(await allGone(pids, WITHIN_MS)).toEqual([]);
  });

  it('find no gateway after a grace time without clients', async () => {
    const home = homeWith({ mcpServers: { one: hostile() } });
    const client = await open(home);
    const server = await pidOf(client, 'one');
    const { all } = family(home);
    await client.close();
    expect(isRunning(server)).toBe(true);
    expect(await allGone(all, WITHIN_MS)).toEqual([]);
  });
});

describe('a relay', () => {
  it('exits with an error when its gateway is killed, and says so', async () => {
    const home = homeWith({ mcpServers: { one: hostile() } });
    await open(home);
    const relay = spawn(process.execPath, [...home.shared.args], { env: { ...process.env, ...home.shared.env } });
    let log = '';
    relay.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
    relay.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'server/discover', params: {} })}\n`);
    await once(relay.stdout, 'data');
    for (const gateway of family(home).gateways) process.kill(gateway, 'SIGKILL');
    expect(await once(relay, 'exit')).toEqual([1, null]);
    expect(log).toContain('foldout: the background gateway has ended. Connect this client again');
  });

  it('keeps its socket and log private', async () => {
    const home = homeWith({ mcpServers: { one: hostile() } });
    await open(home);
    const folder = join(home.folder, 'state', 'run');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const modes = readdirSync(folder).map((name) => [
      name.replace(/^.*\./, ''),
      statSync(join(folder, name)).mode & 0o777,
    ]);
    expect(Object.fromEntries(modes)).toEqual({ json: 0o600, log: 0o600, sock: 0o600 });
  });
});

describe('a client gets a gateway of its own', () => {
  const ownGateway = async (home: Home, target: Partial<Home['shared']> = {}): Promise<void> => {
    const client = await open(home, target);
    await pidOf(client, 'one');
    const running = processes().filter(({ command }) => command.includes(` serve --config ${home.file}`));
    expect(running.filter(({ command }) => command.includes('--background'))).toEqual([]);
    expect(running).toHaveLength(1);
  };

  it('with --isolated', async () => {
    const home = homeWith({ mcpServers: { one: hostile() } });
    await ownGateway(home, home.stdio);
  });

  it('when other users can open the folder of the socket', async () => {
    const home = homeWith({ mcpServers: { one: hostile() } });
    mkdirSync(join(home.folder, 'state', 'run'), { recursive: true });
    chmodSync(join(home.folder, 'state', 'run'), 0o755);
    await ownGateway(home);
  });

  it('when the background gateway cannot start', async () => {
    const home = homeWith({ mcpServers: { one: hostile() } });
    // Files in place of the logs: the background gateway has nowhere to write.
    mkdirSync(join(home.folder, 'state'), { recursive: true });
    writeFileSync(join(home.folder, 'state', 'run'), '');
    await ownGateway(home);
  });
});

describe('a stale socket', () => {
  it('is replaced, also by several clients at once', async () => {
    const home = homeWith({ mcpServers: { one: hostile() } });
    await open(home);
    const { gateways, all } = family(home);
    process.kill(gateways[0] as number, 'SIGKILL');
    await allGone(all, WITHIN_MS);
    const folder = join(home.folder, 'state', 'run');
    expect(readdirSync(folder).filter((name) => name.endsWith('.sock'))).toHaveLength(1);
    const next = await Promise.all([open(home), open(home), open(home), open(home)]);
    const pids = await Promise.all(next.map((client) => pidOf(client, 'one')));
    expect(new Set(pids).size).toBe(1);
    expect(family(home).gateways).toHaveLength(1);
  });
});

describe('clients of one gateway stay apart', () => {
  it('by profile', async () => {
    const home = homeWith({
      mcpServers: { one: hostile(), two: hostile() },
      profiles: { first: { toolsets: ['one'], toolStrategy: 'individual' } },
    });
    const all = await open(home, {});
    await Promise.all([pidOf(all, 'one'), pidOf(all, 'two')]);
    const narrow = await open(home, { args: [...home.shared.args, '--profile', 'first'] });
    const refused = await run(narrow, 'two/pid').catch((error: Error) => error.message);
    expect(JSON.stringify(refused)).toMatch(/two\/pid/);
    expect(JSON.stringify(refused)).not.toContain('structuredContent":{"pid"');
    expect(await pidOf(narrow, 'one')).toBe(await pidOf(all, 'one'));
    expect(family(home).gateways).toHaveLength(1);
  });

  it('by elicitation, which reaches the client that asked', async () => {
    const home = homeWith({ mcpServers: { studio: fixture('studio.mjs', 'legacy') } });
    const asked: string[] = [];
    const named = async (name: string): Promise<GatewayClient> => {
      const client = await open(home);
      client.setRequestHandler('elicitation/create', () => {
        asked.push(name);
        return { action: 'accept', content: { size: name } };
      });
      return client;
    };
    const [first, second] = await Promise.all([named('first'), named('second')]);
    expect(JSON.stringify(await run(second, 'studio/ask'))).toContain('second');
    expect(JSON.stringify(await run(first, 'studio/ask'))).toContain('first');
    expect(asked).toEqual(['second', 'first']);
  });

  it('by cancellation: a client that leaves ends only its own calls', async () => {
    const home = homeWith({ mcpServers: { one: hostile() } });
    const [leaving, staying] = await Promise.all([open(home), open(home)]);
    const left = run(leaving, 'one/hang').catch(() => 'ended');
    let stayed: unknown = 'waiting';
    void run(staying, 'one/hang').then(
      (value) => (stayed = value),
      (error) => (stayed = error),
    );
    const hangs = (): Promise<{ structuredContent?: { hanging: number; cancelled: unknown[] } }> =>
      run(staying, 'one/pid');
    await eventually(hangs, (called) => called.structuredContent?.hanging === 2);
    await leaving.close();
    await left;
    const { structuredContent } = await eventually(hangs, (called) => called.structuredContent?.cancelled.length === 1);
    expect(structuredContent?.cancelled).toHaveLength(1);
    expect(stayed).toBe('waiting');
  });

  it('by working folder, where a server may depend on it', async () => {
    const home = homeWith({ mcpServers: { here: hostile(), fixed: { ...hostile(), cwd: '.' } } });
    const folders = ['a', 'b'].map((name) => join(home.folder, name));
    for (const folder of folders) mkdirSync(folder);
    const [a, again, b] = await Promise.all([...folders.slice(0, 1), ...folders].map((cwd) => open(home, { cwd })));
    const pids = async (client: GatewayClient | undefined) =>
      Promise.all(['here', 'fixed'].map((server) => pidOf(client as GatewayClient, server)));
    const [inA, sameFolder, inB] = await Promise.all([pids(a), pids(again), pids(b)]);
    expect(sameFolder).toEqual(inA);
    expect(inB?.[0]).not.toBe(inA?.[0]);
    expect(inB?.[1]).toBe(inA?.[1]);
    const folderOf = (pid: number | undefined): string => realpathSync(`/proc/${pid}/cwd`);
    if (process.platform === 'linux') {
      expect([folderOf(inA?.[0]), folderOf(inB?.[0])]).toEqual(folders.map((folder) => realpathSync(folder)));
    }
    expect(family(home).gateways).toHaveLength(1);
  });

  it('by variables to which the configuration refers', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the configuration refers to a variable
    const home = homeWith({ mcpServers: { one: { ...hostile(), env: { KEY: '${SOME_KEY}' } } } });
    const withKey = (value: string) => open(home, { env: { ...home.shared.env, SOME_KEY: value } });
    const [first, second] = await Promise.all([withKey('1'), withKey('2')]);
    expect(await pidOf(first, 'one')).not.toBe(await pidOf(second, 'one'));
    expect(family(home).gateways).toHaveLength(2);
  });
});

describe('a changed configuration', () => {
  it('is loaded by the running gateway, which new clients then join', async () => {
    const home = homeWith({ mcpServers: { one: hostile() } });
    const client = await open(home);
    const pid = await pidOf(client, 'one');
    home.write({ mcpServers: { one: hostile(), two: hostile() } });
    const folder = join(home.folder, 'state', 'run');
    const logs = (): string =>
      readdirSync(folder)
        .map((name) => (name.endsWith('.log') ? readFileSync(join(folder, name), 'utf8') : ''))
        .join('');
    await eventually(logs, (text) => text.includes('the configuration was reloaded'));
    const next = await open(home);
    expect(await pidOf(next, 'one')).toBe(pid);
    expect(await pidOf(next, 'two')).not.toBe(pid);
    expect(family(home).gateways).toHaveLength(1);
  });
});
