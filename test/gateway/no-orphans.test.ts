import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allGone, hostile, isRunning } from '../fixtures/upstreams.ts';
import { connectTo, run } from './gateway-clients.ts';
import { GatewayProcess, Home } from './gateway-process.ts';

const CLIENT = resolve(import.meta.dirname, '../fixtures/gateway-client.mjs');
const WITHIN_MS = 10_000;
const SERVERS = ['plain', 'stubborn', 'parent', 'both'] as const;

interface Answer {
  readonly gateway: number;
  readonly holder?: number;
  readonly servers: readonly { readonly pid: number; readonly grandchild?: number }[];
}

interface Tree extends Answer {
  readonly client: ChildProcessByStdio<Writable, Readable, null>;
  readonly all: readonly number[];
  next(): Promise<unknown>;
  ask(line: string): Promise<Answer>;
}

let home: Home;
const started: number[] = [];

beforeAll(async () => {
  home = new Home({
    mcpServers: {
      plain: hostile(),
      stubborn: hostile('stubborn'),
      parent: hostile('grandchild'),
      both: hostile('stubborn', 'grandchild'),
    },
  });
  // Fills the catalog on disk, so that every gateway of these tests starts with all tools known.
  await using _learning = await GatewayProcess.start(home);
});

afterAll(() => {
  // A failed test must not leave orphan processes behind.
  for (const pid of started) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  home?.[Symbol.dispose]();
});

/** A process and all its descendants that still have their parent. */
function descendants(root: number): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\n');
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number));
  const found = [root];
  for (const at of found) found.push(...pairs.filter(([, parent]) => parent === at).map(([pid]) => pid as number));
  return found.filter(isRunning);
}

/** A real client, its gateway over stdio, and four servers, two of which have child processes. */
async function grow(...options: string[]): Promise<Tree> {
  const client = spawn(process.execPath, [CLIENT, ...home.stdio.args, ...options], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface(client.stdout)[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => JSON.parse((await lines.next()).value as string);
  const ask = (line: string): Promise<Answer> => {
    client.stdin.write(`${line}\n`);
    return next() as Promise<Answer>;
  };
  const answer = await ask(SERVERS.join(' '));
  const all = descendants(client.pid as number).filter((pid) => pid !== answer.holder);
  started.push(...all, ...(answer.holder === undefined ? [] : [answer.holder]));
  const named = answer.servers.flatMap(({ pid, grandchild }) => (grandchild === undefined ? [pid] : [pid, grandchild]));
  expect(named).toHaveLength(6);
  // `all` has the client, the gateway, the six server processes, and the reaper.
  expect(all).toEqual(expect.arrayContaining([client.pid, answer.gateway, ...named]));
  expect(all.length).toBeGreaterThan(8);
  return { ...answer, client, all, next, ask };
}

// Concurrent: each test has its own process tree and mostly waits for servers that ignore signals.
describe.concurrent('no process is left', () => {
  it('when the client is killed', async () => {
    const { client, all } = await grow();
    client.kill('SIGKILL');
    expect(await allGone(all, WITHIN_MS)).toEqual([]);
  });

  it('when the client is killed during calls', async () => {
    const { client, all, ask } = await grow();
    for (const server of SERVERS) await ask(`hang ${server}`);
    client.kill('SIGKILL');
    expect(await allGone(all, WITHIN_MS)).toEqual([]);
  });

  it('when the client is killed and its child process still holds the connection', async () => {
    const { client, all, holder } = await grow('--held');
    client.kill('SIGKILL');
    expect(await allGone(all, WITHIN_MS)).toEqual([]);
    expect(isRunning(holder as number)).toBe(true);
  });

  it('when the client closes the connection', async () => {
    const { client, all, next } = await grow();
    client.stdin.write('close\n');
    expect(await next()).toEqual({ gateway: 'gone' });
    expect(
      await allGone(
        all.filter((pid) => pid !== client.pid),
        WITHIN_MS,
      ),
    ).toEqual([]);
    client.kill('SIGKILL');
  });

  it('when the gateway is killed', async () => {
    const { client, all, gateway, next } = await grow();
    process.kill(gateway, 'SIGKILL');
    expect(await next()).toEqual({ gateway: 'gone' });
    expect(
      await allGone(
        all.filter((pid) => pid !== client.pid),
        WITHIN_MS,
      ),
    ).toEqual([]);
    client.kill('SIGKILL');
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('when the gateway is ended by %s', async (signal) => {
    const { client, all, gateway } = await grow();
    process.kill(gateway, signal);
    expect(
      await allGone(
        all.filter((pid) => pid !== client.pid),
        WITHIN_MS,
      ),
    ).toEqual([]);
    client.kill('SIGKILL');
  });

  it('of a server that is killed, and the gateway restarts it', async () => {
    const { client, all, gateway, servers, ask } = await grow();
    const killed = servers.flatMap(({ pid, grandchild = pid }) => [pid, grandchild]);
    for (const { pid } of servers) process.kill(pid, 'SIGKILL');
    expect(await allGone(killed, WITHIN_MS)).toEqual([]);
    expect([client.pid as number, gateway].filter(isRunning)).toHaveLength(2);
    const again = await ask(SERVERS.join(' '));
    started.push(...descendants(client.pid as number));
    expect(again.servers.map(({ pid }) => pid).filter(isRunning)).toHaveLength(4);
    const everything = [...all, ...descendants(client.pid as number)];
    client.kill('SIGKILL');
    expect(await allGone(everything, WITHIN_MS)).toEqual([]);
  });

  it.each(['SIGKILL', 'SIGTERM'] as const)('when a gateway over HTTP is ended by %s', async (signal) => {
    const gateway = await GatewayProcess.start(home);
    await using client = await connectTo(gateway.target, 'modern');
    await Promise.all(SERVERS.map((server) => run(client, `${server}/pid`)));
    const all = descendants(gateway.pid);
    started.push(...all);
    expect(all.length).toBeGreaterThan(7);
    const hung = SERVERS.map((server) => run(client, `${server}/hang`).catch(() => 'failed'));
    await gateway.kill(signal);
    expect(await allGone(all, WITHIN_MS)).toEqual([]);
    // No pending call hangs: each was answered or failed with its connection.
    await Promise.all(hung);
  });
});
