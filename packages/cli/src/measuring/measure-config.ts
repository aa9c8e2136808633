import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { estimateTokens } from '@foldout/core';
import { type Gateway, type GatewayConfig, type Log, openGateway } from '@foldout/gateway';
import { TOOL_STRATEGIES } from '@foldout/server';
import { definitionTokens } from '../catalog/tool-cost.ts';
import { VERSION } from '../version.ts';
import { ECHO_PROGRAM } from './echo-server.ts';
import { LineClient } from './line-client.ts';

export interface SurfaceCost {
  /** `direct`: what the servers list themselves. */
  readonly surface: string;
  readonly tools: number;
  readonly tokens: number;
}

export interface Measured {
  readonly surfaces: readonly SurfaceCost[];
  /** Until a client has the list of tools: of every server, started at once, and of the gateway in front of them. */
  readonly start: { readonly serversMs: number; readonly gatewayMs: number };
  /** The median of a call to a server that only echoes: straight, and through the gateway. */
  readonly call: { readonly directMs: number; readonly gatewayMs: number; readonly rounds: number };
}

const ECHO = 'echo';
const ROUNDS = 300;
const WARM_UP = 100;
const STARTS = 3;

/** What clients are listed, by surface. Nothing is started: what is known of the servers is enough. */
export async function measureSurfaces(config: GatewayConfig, log: Log): Promise<SurfaceCost[]> {
  const costs: SurfaceCost[] = [];
  for (const surface of TOOL_STRATEGIES) {
    await withGateway({ ...config, toolStrategy: surface }, log, (gateway) => {
      if (costs.length === 0) costs.push(directCost(gateway));
      const listed = gateway.server.listTools();
      costs.push({ surface, tools: listed.length, tokens: estimateTokens(JSON.stringify(listed)) });
    });
  }
  return costs;
}

function directCost({ upstreams }: Gateway): SurfaceCost {
  const definitions = upstreams.flatMap(({ manifest }) => manifest?.tools ?? []);
  return { surface: 'direct', tools: definitions.length, tokens: definitionTokens(definitions) };
}

/** The best of a few: what a machine does besides only ever adds. */
export async function measureStart(
  config: GatewayConfig,
  log: Log,
  serve: readonly string[],
): Promise<Measured['start']> {
  const serversMs = await withGateway(config, log, async ({ upstreams }) => {
    const started = performance.now();
    await Promise.all(upstreams.map((upstream) => upstream.refresh()));
    return performance.now() - started;
  });
  let gatewayMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < STARTS; round++) {
    const started = performance.now();
    const client = new LineClient(process.execPath, serve);
    try {
      await client.initialize();
      await client.request('tools/list', {});
      gatewayMs = Math.min(gatewayMs, performance.now() - started);
    } finally {
      await client.close();
    }
  }
  return { serversMs, gatewayMs };
}

/** The same call, turn by turn: a slow moment of the machine falls on both. Leaves nothing behind. */
export async function measureCalls(log: Log): Promise<Measured['call']> {
  const echo = { command: process.execPath, args: ['-e', ECHO_PROGRAM] };
  const stateFolder = await mkdtemp(join(tmpdir(), 'foldout-bench-'));
  const client = new LineClient(echo.command, echo.args);
  try {
    await client.initialize();
    return await withGateway({ mcpServers: { [ECHO]: echo }, stateFolder }, log, async (gateway) => {
      await gateway.upstream(ECHO)?.refresh();
      const { engine } = gateway.server;
      const direct = () => client.request('tools/call', { name: 'echo', arguments: { text: 'x' } });
      const through = () => engine.call({ command: `${ECHO}/echo`, input: { text: 'x' } });
      const samples: { direct: number[]; through: number[] } = { direct: [], through: [] };
      for (let round = -WARM_UP; round < ROUNDS; round++) {
        const [a, b] = [await timed(direct), await timed(through)];
        if (round >= 0) {
          samples.direct.push(a);
          samples.through.push(b);
        }
      }
      return { directMs: median(samples.direct), gatewayMs: median(samples.through), rounds: ROUNDS };
    });
  } finally {
    await client.close();
    await rm(stateFolder, { recursive: true, force: true });
  }
}

async function withGateway<T>(config: GatewayConfig, log: Log, work: (gateway: Gateway) => T | Promise<T>): Promise<T> {
  // What is measured is not use: nothing is to be learned from it.
  const gateway = await openGateway({ config: { ...config, learning: false }, version: VERSION, log });
  try {
    return await work(gateway);
  } finally {
    await gateway.close();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
