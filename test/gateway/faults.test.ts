import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerConfig } from '@foldout/gateway';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Target } from '../e2e/clients.ts';
import { allGone, hostile } from '../fixtures/upstreams.ts';
import { connectTo, errorCode, firstText, type GatewayClient, pidHolding, run } from './gateway-clients.ts';
import { eventually, GatewayProcess, Home } from './gateway-process.ts';

const MB = 1024 * 1024;

let home: Home;
let gateway: GatewayProcess;
let hangs: string;

beforeAll(async () => {
  home = new Home({ mcpServers: {} });
  hangs = join(home.folder, 'hangs');
  const servers: Record<string, ServerConfig> = {
    steady: hostile(),
    victim: hostile(),
    stuck: { ...hostile(), callTimeoutMs: 700 },
    sleeper: { ...hostile(`hang-while=${hangs}`), startTimeoutMs: 700 },
    // Starts slowly enough that calls arrive during the start, and stops after a short idle time.
    slow: { ...hostile('slow-start=600'), idleMs: 50 },
    noisy: hostile('garbage'),
    flooding: hostile(),
    muddled: hostile('malformed-list'),
    liar: hostile(),
    large: hostile(),
    dead: { command: join(home.folder, 'there-is-no-such-program') },
    mute: { ...hostile('hang-on-start'), startTimeoutMs: 500 },
  };
  home.write({ mcpServers: servers });
  gateway = await GatewayProcess.start(home);
});

afterAll(async () => {
  await gateway?.[Symbol.asyncDispose]();
  home?.[Symbol.dispose]();
});

/** Asserts that a well-behaved server still answers while other servers misbehave. */
async function steadyAnswers(client: GatewayClient, times = 20): Promise<void> {
  const answers = await Promise.all(
    Array.from({ length: times }, (_, n) =>
      run(client, 'steady/echo', { n }).then(({ structuredContent }) => structuredContent.n),
    ),
  );
  expect(answers).toEqual(Array.from({ length: times }, (_, n) => n));
}

async function pidOf(client: GatewayClient, server: string): Promise<number> {
  return (await run(client, `${server}/pid`)).structuredContent.pid;
}

describe.each(['http', 'stdio'] as const)('a server that misbehaves, behind a gateway over %s,', (way) => {
  let client: GatewayClient;

  beforeAll(async () => {
    const target: Target = way === 'http' ? gateway.target : home.stdio;
    client = await connectTo(target, way === 'http' ? 'modern' : 'legacy');
  });

  afterAll(() => client?.close());

  it('and is killed during calls fails those calls with an error, and is restarted by the next call', async () => {
    const calls = Array.from({ length: 10 }, () => run(client, 'victim/hang'));
    const pid = await pidHolding(client, 'victim', 10);
    process.kill(pid, 'SIGKILL');
    for (const called of await Promise.all(calls)) {
      expect(errorCode(called)).toBe('UPSTREAM_UNAVAILABLE');
      expect(called.structuredContent.error.message).toContain('SIGKILL');
    }
    await steadyAnswers(client);
    expect(await pidOf(client, 'victim')).not.toBe(pid);
  });

  it('and crashes in a call reports its exit in the error', async () => {
    const called = await eventually(
      () => run(client, 'victim/crash'),
      (answer) => firstText(answer).includes('exit code 9'),
    );
    expect(errorCode(called)).toBe('UPSTREAM_UNAVAILABLE');
    expect(firstText(called)).toContain('segmentation fault, more or less');
  });

  it('and hangs in a call fails that call after its timeout, and still answers others', async () => {
    const [called, other] = await Promise.all([run(client, 'stuck/hang'), run(client, 'stuck/echo', { n: 1 })]);
    expect(errorCode(called)).toBe('UPSTREAM_UNAVAILABLE');
    expect(firstText(called)).toContain('700 ms');
    expect(other.structuredContent).toEqual({ n: 1 });
    const { cancelled } = (await run(client, 'stuck/pid')).structuredContent;
    expect(cancelled).toHaveLength(1);
  });

  it('and hangs at start fails only its own calls, until it recovers', async () => {
    const pid = await pidOf(client, 'sleeper');
    writeFileSync(hangs, '');
    process.kill(pid, 'SIGKILL');
    expect(await allGone([pid])).toEqual([]);
    const calls = Array.from({ length: 5 }, () => run(client, 'sleeper/echo'));
    await steadyAnswers(client);
    for (const called of await Promise.all(calls)) expect(errorCode(called)).toBe('UPSTREAM_UNAVAILABLE');
    rmSync(hangs);
    const recovered = await eventually(
      () => run(client, 'sleeper/echo', { n: 1 }),
      ({ isError }) => !isError,
    );
    expect(recovered.structuredContent).toEqual({ n: 1 });
  });

  it('and starts slowly is started once, however many calls wait for it', async () => {
    const pids = await Promise.all(Array.from({ length: 30 }, () => pidOf(client, 'slow')));
    expect(new Set(pids).size).toBe(1);
    expect(await allGone([...new Set(pids)])).toEqual([]);
  });

  it('and prints other text to stdout still works', async () => {
    expect((await run(client, 'noisy/echo', { n: 1 })).structuredContent).toEqual({ n: 1 });
  });

  it('and floods stdout is ended, and its calls fail with an error', async () => {
    const flood = run(client, 'flooding/flood');
    await steadyAnswers(client);
    expect(errorCode(await flood)).toBe('UPSTREAM_UNAVAILABLE');
  });

  it('and lists invalid tools keeps its valid ones', async () => {
    const { data } = (await run(client, 'afd-discover', { category: 'muddled', limit: 50 })).structuredContent;
    const names = (data.commands as { name: string }[]).map(({ name }) => name);
    expect(names).toContain('muddled/echo');
    expect(names.filter((name) => name.startsWith('muddled/')).length).toBeGreaterThanOrEqual(11);
    expect((await run(client, 'muddled/echo', { n: 1 })).structuredContent).toEqual({ n: 1 });
  });

  it('and sends a response without result, or with an unknown id, fails only that call', async () => {
    const [lie, echo] = await Promise.all([
      run(client, 'liar/lie').catch((error: Error) => error),
      run(client, 'liar/echo', { n: 1 }),
    ]);
    expect(lie instanceof Error ? lie.message : firstText(lie)).toContain('not an object');
    expect(echo.structuredContent).toEqual({ n: 1 });
  });

  it('and answers with 20 MB is cut, and the rest is kept, while other servers answer', async () => {
    const large = run(client, 'large/huge', { size: 20 * MB });
    await steadyAnswers(client, 50);
    const { content, _meta } = await large;
    expect(content[0]?.text?.length).toBeLessThanOrEqual(40_000);
    expect(_meta?.['foldout/more']).toMatchObject({ total: 20 * MB });
  });

  it('and cannot be started is listed as failed, with the next step', async () => {
    const { servers } = (await (await fetch(new URL('/ready', gateway.url))).json()) as {
      servers: Record<string, string>;
    };
    expect(servers).toMatchObject({ dead: 'failed', mute: 'failed' });
    expect(gateway.output).toContain('dead: failed. Install it, or correct "command" of server "dead".');
  });
});
