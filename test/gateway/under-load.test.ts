import type { GatewayConfig, ServerConfig } from '@foldout/gateway';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Target } from '../e2e/clients.ts';
import type { Era } from '../e2e/sdk-clients.ts';
import { allGone, fixture, hostile } from '../fixtures/upstreams.ts';
import { connectTo, errorCode, type GatewayClient, pidHolding, run } from './gateway-clients.ts';
import { eventually, GatewayProcess, Home } from './gateway-process.ts';

// Many concurrent calls: slow on a busy machine, hence the long timeout.
vi.setConfig({ testTimeout: 120_000 });

const HEALTHY = ['one', 'two', 'three'] as const;
const MB = 1024 * 1024;

let home: Home;
let gateway: GatewayProcess;

const servers: Record<string, ServerConfig> = {
  one: hostile(),
  two: hostile(),
  three: fixture('modern.mjs'),
  victim: hostile(),
  stuck: { ...hostile(), callTimeoutMs: 1_000 },
};

beforeAll(async () => {
  home = new Home({ mcpServers: servers });
  gateway = await GatewayProcess.start(home);
});

afterAll(async () => {
  await gateway?.[Symbol.asyncDispose]();
  home?.[Symbol.dispose]();
});

/** The outcome of a call: its result, its error code, or the code of a protocol error. A call always has one. */
async function outcomeOf(client: GatewayClient, name: string, input: Record<string, unknown> = {}): Promise<string> {
  try {
    const called = await run(client, name, input);
    return called.isError ? (errorCode(called) ?? 'an error of its own') : 'answered';
  } catch (error) {
    const { message } = error as Error;
    return message.startsWith('Unknown tool') ? 'unknown tool' : `thrown: ${message}`;
  }
}

function tally(outcomes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

describe('a thousand calls at once', () => {
  it.each([
    ['http', 'modern'],
    ['stdio', 'legacy'],
  ] as const)('over %s are all answered, and those of healthy servers with success: a %s client', async (way, era) => {
    const target: Target = way === 'http' ? gateway.target : home.stdio;
    await using client = await connectTo(target, era);
    const healthy = Array.from({ length: 600 }, (_, n) => {
      const server = HEALTHY[n % HEALTHY.length] as string;
      return outcomeOf(client, server === 'three' ? 'three/envelope' : `${server}/echo`, { n });
    });
    const killed = Array.from({ length: 200 }, () => outcomeOf(client, 'victim/hang'));
    const stuck = Array.from({ length: 200 }, () => outcomeOf(client, 'stuck/hang'));
    process.kill(await pidHolding(client, 'victim', 200), 'SIGKILL');
    expect(tally(await Promise.all(healthy))).toEqual({ answered: 600 });
    expect(tally(await Promise.all(killed))).toEqual({ UPSTREAM_UNAVAILABLE: 200 });
    expect(tally(await Promise.all(stuck))).toEqual({ UPSTREAM_UNAVAILABLE: 200 });
    expect(await outcomeOf(client, 'stuck/echo')).toBe('answered');
  });
});

describe('a configuration that changes while calls run', () => {
  it('fails no call of a server that stays, and answers every call of the others', async () => {
    const version = (n: number): GatewayConfig => ({
      mcpServers: {
        ...servers,
        changing: { ...hostile(), env: { VERSION: String(n) } },
        ...(n % 2 === 0 ? { coming: hostile() } : { going: hostile('stubborn') }),
      },
    });
    await using client = await connectTo(gateway.target, 'modern');
    const stayed: string[] = [];
    const others: string[] = [];
    const pids = new Set<number>();
    let over = false;
    const load = async (name: string, outcomes: string[]): Promise<void> => {
      for (let n = 0; !over; n += 1) outcomes.push(await outcomeOf(client, `${name}/echo`, { n }));
    };
    const collect = async (name: string): Promise<void> => {
      while (!over) {
        const answer = await run(client, `${name}/pid`).catch(() => undefined);
        if (answer && !answer.isError) pids.add(answer.structuredContent.pid);
      }
    };
    const loads = [
      ...['one', 'one', 'two', 'two'].map((name) => load(name, stayed)),
      ...['changing', 'changing', 'coming', 'going'].map((name) => load(name, others)),
      ...['changing', 'coming', 'going'].map((name) => collect(name)),
    ];
    for (let n = 0; n < 6; n += 1) {
      const before = gateway.reloads;
      home.write(version(n));
      await eventually(
        () => gateway.reloads,
        (reloads) => reloads > before,
      );
      // Wait until the added server answers, so that the next change replaces a configuration in use.
      const name = n % 2 === 0 ? 'coming' : 'going';
      await eventually(
        () => outcomeOf(client, `${name}/echo`),
        (outcome) => outcome === 'answered',
      );
    }
    home.write({ mcpServers: servers });
    await eventually(
      () => outcomeOf(client, 'changing/echo'),
      (outcome) => outcome === 'unknown tool',
    );
    over = true;
    await Promise.all(loads);
    expect(Object.keys(tally(stayed))).toEqual(['answered']);
    expect(stayed.length).toBeGreaterThan(100);
    const outcomes = tally(others);
    expect(outcomes['answered']).toBeGreaterThan(0);
    expect(Object.keys(outcomes).filter((outcome) => outcome.startsWith('thrown'))).toEqual([]);
    expect(pids.size).toBeGreaterThanOrEqual(6);
    expect(await allGone([...pids])).toEqual([]);
  });
});

describe('the memory of a gateway', () => {
  it('returns to its baseline after calls, large results, crashes, sessions and cancelled calls', async () => {
    const cycle = async (era: Era): Promise<number> => {
      await using client = await connectTo(gateway.target, era);
      const stop = new AbortController();
      const cancelled = Array.from({ length: 50 }, () =>
        client.callTool({ name: 'two/hang', arguments: {} }, { signal: stop.signal }).catch(() => {}),
      );
      const words = 'x'.repeat(1_000);
      await Promise.all(Array.from({ length: 100 }, (_, n) => run(client, 'one/echo', { n, words })));
      await Promise.all(Array.from({ length: 3 }, () => run(client, 'two/huge', { size: 2 * MB })));
      stop.abort();
      await Promise.all(cancelled);
      await run(client, 'afd-discover', { search: 'echo' });
      await run(client, 'victim/crash');
      return gateway.heapMb();
    };
    // Warm-up: the first calls fill bounded caches and compile code. The rest of long results is kept, up to 64 MB.
    await using filling = await connectTo(gateway.target, 'modern');
    for (let kept = 0; kept < 66; kept += 6)
      await Promise.all(Array.from({ length: 3 }, () => run(filling, 'two/huge', { size: 2 * MB })));
    const held = [await cycle('legacy'), await cycle('modern'), await cycle('legacy')];
    const level = held.at(-1) ?? 0;
    for (const era of ['modern', 'legacy', 'modern', 'legacy'] as const) held.push(await cycle(era));
    const growth = (held.at(-1) ?? 0) - level;
    // Since the warm-up, 600 calls with 24 MB passed through the gateway.
    expect(growth, `megabytes after each cycle: ${held.map((mb) => mb.toFixed(1)).join(', ')}`).toBeLessThan(2);
  }, 60_000);
});
