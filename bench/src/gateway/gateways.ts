import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openClient, type Program } from './open-client.ts';
import { type Address, ROOT, type Upstreams } from './upstreams.ts';
import type { WorkFolder } from './work-folder.ts';

export interface ToolCall {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

/** One of those that stand between a client and its servers. */
export interface GatewaySubject {
  readonly name: string;
  /** How it is started in front of these servers, after whatever it does once. */
  program(upstreams: Upstreams, work: WorkFolder): Promise<Program>;
  /** How a client calls a tool through it; by the way's name, where there are several. */
  readonly ways: Readonly<Record<string, (address: Address) => ToolCall>>;
}

const ONLY_WAY = '';

export function onlyWay(toCall: (address: Address) => ToolCall): GatewaySubject['ways'] {
  return { [ONLY_WAY]: toCall };
}

export const byOwnName = ({ tool, input }: Address): ToolCall => ({ name: tool, arguments: input });

/** A call as one names it in a table: `foldout/afd-call`. */
export function subjectName(gateway: string, way: string): string {
  return way === ONLY_WAY ? gateway : `${gateway}/${way}`;
}

/** The last of its ways: the one that tells tools of the same name apart, where there is one. */
export function exactWay({ ways }: GatewaySubject): (address: Address) => ToolCall {
  return Object.values(ways).at(-1) ?? byOwnName;
}

/** Whether an answer, however it is wrapped, is what the replayed server of this tool says. */
export function isAnswerOf({ tool }: Address, answer: unknown): boolean {
  const text = JSON.stringify(answer).replaceAll('\\', '');
  return text.includes(`"tool":"${tool}"`);
}

export const BARE_PROXY: GatewaySubject = {
  name: 'bare-proxy',
  program: async (mcpServers, work) => ({
    command: process.execPath,
    args: [join(import.meta.dirname, 'programs/bare-proxy.js'), work.json('bare-proxy', { mcpServers })],
  }),
  ways: onlyWay(byOwnName),
};

export const FOLDOUT: GatewaySubject = {
  name: 'foldout',
  program: async (upstreams, work) => foldoutProgram(upstreams, work, await warmHome(upstreams, work)),
  ways: {
    ...onlyWay(byOwnName),
    'afd-call': ({ server, tool, input }) => ({
      name: 'afd-call',
      arguments: { command: `${server}/${tool}`, input },
    }),
  },
};

/** `home` is its state folder: what one start has learned, the next one knows. */
export function foldoutProgram(upstreams: Upstreams, work: WorkFolder, home: string): Program {
  return {
    command: process.execPath,
    args: [
      join(ROOT, 'packages/cli/dist/bundle/main.js'),
      'serve',
      '--config',
      work.json('foldout', { mcpServers: upstreams }),
    ],
    env: { FOLDOUT_HOME: home },
  };
}

const LEARNING_MS = 120_000;

/** Starts a gateway until it knows the tools of all its servers and has kept its index; returns its state folder. */
export async function warmHome(upstreams: Upstreams, work: WorkFolder): Promise<string> {
  const home = work.folder('home');
  await using open = await openClient(foldoutProgram(upstreams, work, home));
  const manifests = join(home, 'servers');
  const servers = Object.keys(upstreams).length;
  await until(() => existsSync(manifests) && manifestsIn(manifests) >= servers);
  await open.client.callTool({ name: 'afd-discover', arguments: { search: 'something to be found' } });
  await until(() => existsSync(join(home, 'search.index')));
  return home;
}

function manifestsIn(folder: string): number {
  return readdirSync(folder).filter((file) => file.endsWith('.manifest')).length;
}

async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + LEARNING_MS;
  while (!isSo()) {
    if (performance.now() > end) throw new Error('The gateway did not learn the tools of its servers in two minutes.');
    await sleep(50);
  }
}
