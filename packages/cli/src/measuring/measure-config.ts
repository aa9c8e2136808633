import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Gateway, type GatewayConfig, type Log, openGateway } from '@foldout/gateway';
import { openCachedCatalog, servedDefinitions } from '@foldout/gateway/internal/catalog';
import { TOOL_STRATEGIES } from '@foldout/server';
import { tokensOf } from '../catalog/tool-cost.ts';
import { VERSION } from '../version.ts';
import { ECHO_PROGRAM } from './echo-server.ts';
import { LineClient } from './line-client.ts';
import { breakEven, measureSearch, type SearchFigures } from './measure-search.ts';

export interface SurfaceCost {
  /** `direct` stands for the servers' own lists, without Foldout. */
  readonly surface: string;
  readonly tools: number;
  readonly tokens: number;
}

export interface Measured {
  readonly surfaces: readonly SurfaceCost[];
  /** Time until a client has all tools: from all servers, started at the same time, and from the gateway. */
  /** How often requests made of the tools' own words find them, and the tokens of a search. */
  readonly search: SearchFigures;
  /** After so many searches in one conversation, `direct` would have been cheaper than `lazy`; absent if it always is. */
  readonly breakEven?: number;
  readonly start: { readonly serversMs: number; readonly gatewayMs: number };
  /** Median time of a call to an echo server: directly, and through the gateway. */
  readonly call: { readonly directMs: number; readonly gatewayMs: number; readonly rounds: number };
}

const ECHO = 'echo';
const ROUNDS = 300;
const WARM_UP = 100;
const STARTS = 3;

/** Tokens of `tools/list` for each surface. Starts no server: the saved tool lists are enough. */
export async function measureSurfaces(config: GatewayConfig, log: Log): Promise<SurfaceCost[]> {
  const costs: SurfaceCost[] = [];
  for (const surface of TOOL_STRATEGIES) {
    await using gateway = await openMeasured({ ...config, toolStrategy: surface }, log);
    if (costs.length === 0) costs.push(directCost(gateway));
    const listed = gateway.server.listTools();
    costs.push({ surface, tools: listed.length, tokens: tokensOf(listed) });
  }
  return costs;
}

export async function measureFinding(
  config: GatewayConfig,
  log: Log,
  surfaces: readonly SurfaceCost[],
): Promise<Pick<Measured, 'search' | 'breakEven'>> {
  await using gateway = await openMeasured({ ...config, toolStrategy: 'lazy' }, log);
  await using known = await openCachedCatalog({ config, log });
  const search = await measureSearch(gateway, await known.searchParts());
  const costOf = (name: string): number => surfaces.find(({ surface }) => surface === name)?.tokens ?? 0;
  const searches = breakEven(costOf('direct'), costOf('lazy'), search.tokens);
  return { search, ...(searches !== undefined && { breakEven: searches }) };
}

function directCost({ upstreams, server }: Gateway): SurfaceCost {
  const definitions = [...servedDefinitions(upstreams, server.visible().catalog)];
  return { surface: 'direct', tools: definitions.length, tokens: tokensOf(definitions) };
}

/** The fastest of a few starts, because other work of the machine only adds time. */
export async function measureStart(
  config: GatewayConfig,
  log: Log,
  serve: readonly string[],
): Promise<Measured['start']> {
  const serversMs = await startOfServers(config, log);
  let gatewayMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < STARTS; round++) {
    const started = performance.now();
    await using client = new LineClient(process.execPath, serve);
    await client.initialize();
    await client.request('tools/list', {});
    gatewayMs = Math.min(gatewayMs, performance.now() - started);
  }
  return { serversMs, gatewayMs };
}

async function startOfServers(config: GatewayConfig, log: Log): Promise<number> {
  await using gateway = await openMeasured(config, log);
  return timed(() => Promise.all(gateway.upstreams.map((upstream) => upstream.refresh())));
}

/** Direct calls and gateway calls alternate, so that a busy moment of the machine slows both. */
export async function measureCalls(log: Log): Promise<Measured['call']> {
  const echo = { command: process.execPath, args: ['-e', ECHO_PROGRAM] };
  const stateFolder = await mkdtemp(join(tmpdir(), 'foldout-bench-'));
  try {
    await using client = new LineClient(echo.command, echo.args);
    await client.initialize();
    await using gateway = await openMeasured({ mcpServers: { [ECHO]: echo }, stateFolder }, log);
    await gateway.upstream(ECHO)?.refresh();
    const { engine } = gateway.server;
    const direct: number[] = [];
    const through: number[] = [];
    for (let round = 0; round < WARM_UP + ROUNDS; round++) {
      direct.push(await timed(() => client.request('tools/call', { name: 'echo', arguments: { text: 'x' } })));
      through.push(await timed(() => engine.call({ command: `${ECHO}/echo`, input: { text: 'x' } })));
    }
    return { directMs: median(direct.slice(WARM_UP)), gatewayMs: median(through.slice(WARM_UP)), rounds: ROUNDS };
  } finally {
    await rm(stateFolder, { recursive: true, force: true });
  }
}

/** A gateway without usage tracking: calls of a measurement are no usage. */
function openMeasured(config: GatewayConfig, log: Log): Promise<Gateway> {
  return openGateway({ config: { ...config, learning: false }, version: VERSION, log });
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
