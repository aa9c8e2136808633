import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FOLDOUT_PROGRAM } from '../paths.ts';
import { openClient, type Program } from './open-client.ts';
import type { Address, Upstreams } from './upstreams.ts';
import type { WorkFolder } from './work-folder.ts';

export interface ToolCall {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

/** A gateway or proxy between a client and its servers. */
export interface GatewaySubject {
  readonly name: string;
  /** Does the one-time preparation and returns the program that serves these upstreams. */
  program(upstreams: Upstreams, work: WorkFolder): Promise<Program>;
  /** Name of a way to call a tool through the gateway → the call. `onlyWay` builds a gateway with one unnamed way. */
  readonly ways: Readonly<Record<string, (address: Address) => ToolCall>>;
}

const ONLY_WAY = '';

export function onlyWay(toCall: (address: Address) => ToolCall): GatewaySubject['ways'] {
  return { [ONLY_WAY]: toCall };
}

export const byOwnName = ({ tool, input }: Address): ToolCall => ({ name: tool, arguments: input });

/** Name of the subject in a table, for example `foldout/afd-call`. */
export function subjectName(gateway: string, way: string): string {
  return way === ONLY_WAY ? gateway : `${gateway}/${way}`;
}

/** The last entry of `ways`. By convention, it is the way to address a tool by server and name, if there is such a way. */
export function exactWay({ ways }: GatewaySubject): (address: Address) => ToolCall {
  return Object.values(ways).at(-1) ?? byOwnName;
}

/** Whether an answer, possibly wrapped by the gateway, comes from this tool of a replayed server. */
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

/** `home` is the state folder. A start reuses the tool lists that an earlier start saved there. */
export function foldoutProgram(upstreams: Upstreams, work: WorkFolder, home: string): Program {
  return {
    command: process.execPath,
    args: [FOLDOUT_PROGRAM, 'serve', '--isolated', '--config', work.json('foldout', { mcpServers: upstreams })],
    env: { FOLDOUT_HOME: home },
  };
}

const SAVING_MS = 120_000;

/** Runs a gateway until it has saved the tools of all servers and its search index. Returns its state folder. */
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

async function until(condition: () => boolean): Promise<void> {
  const end = performance.now() + SAVING_MS;
  while (!condition()) {
    if (performance.now() > end)
      throw new Error('The gateway did not save the tools of its servers within two minutes.');
    await sleep(50);
  }
}
