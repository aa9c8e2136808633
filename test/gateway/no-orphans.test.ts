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
  // So that the gateways of the tests know every tool from the beginning.
  await using _learning = await GatewayProcess.start(home);
});

afterAll(() => {
  // A test that failed must not leave behind what it is about.
  for (const pid of started) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  home?.[Symbol.dispose]();
});

/** A process and all that came from it, as far as it still says so. */
function descendants(root: number): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\n');
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number));
  const found = [root];
  for (const at of found) found.push(...pairs.filter(([, parent]) => parent === at).map(([pid]) => pid as number));
  return found.filter(isRunning);
}

/** A real client, its gateway over stdio, four servers, two of which have children, and whatever else that takes. */
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
  // The gateway, the six, and what watches over them.
  expect(all).toEqual(expect.arrayContaining([client.pid, answer.gateway, ...named]));
  expect(all.length).toBeGreaterThan(8);
  return { ...answer, client, all, next, ask };
}

// Each has a tree of its own, and most of the time is waiting for the stubborn.
describe.concurrent('no process is left', () => {
  it('when the client is killed', async () => {
    const { client, all } = await grow();
    client.kill('SIGKILL');
    expect(await allGone(all, WITHIN_MS)).toEqual([]);
  });

  it('when the client is killed in the middle of calls', async () => {
    const { client, all, ask } = await grow();
    for (const server of SERVERS) await ask(`hang ${server}`);
    client.kill('SIGKILL');
    expect(await allGone(all, WITHIN_MS)).toEqual([]);
  });

  it('when the client is killed and a child of its own still holds the connection', async () => {
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

  it('of a server that is killed, and the gateway starts it again and goes on', async () => {
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
    const hung = SERVERS.map((server) => run(client, `${server}/hang`).catch(() => 'told'));
    await gateway.kill(signal);
    expect(await allGone(all, WITHIN_MS)).toEqual([]);
    // Whoever waited was answered or lost the connection; nobody waits on.
    await Promise.all(hung);
  });
});
