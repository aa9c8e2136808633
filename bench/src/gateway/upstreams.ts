import { join } from 'node:path';
import { z } from 'zod';
import type { CapturedCatalog } from '../catalogs.ts';
import { syntheticCommands } from '../commands.ts';
import { FIXTURE_SERVERS, REPLAY_SERVER, ROOT } from '../paths.ts';
import type { ServerEntry } from './programs/servers-in.ts';
import { sampleInput } from './sample-input.ts';
import type { WorkFolder } from './work-folder.ts';

/** A tool of a server, and an input for it. */
export interface Address {
  readonly server: string;
  readonly tool: string;
  readonly input: Record<string, unknown>;
}

export type Upstreams = Readonly<Record<string, ServerEntry>>;

/** A server that answers with the tools of a catalog file. */
export interface ReplayedServer {
  readonly name: string;
  readonly entry: ServerEntry;
  readonly tools: readonly unknown[];
}

const PUBLISHED = join(ROOT, 'node_modules/@modelcontextprotocol');

/** The protocol's own test server, with 13 tools. */
export function everything(): Upstreams {
  return { everything: node(join(PUBLISHED, 'server-everything/dist/index.js')) };
}

/** The protocol's reference filesystem server, with 14 tools. */
export function filesystem(folder: string): Upstreams {
  return { filesystem: node(join(PUBLISHED, 'server-filesystem/dist/index.js'), folder) };
}

/** A server that ignores SIGTERM and the end of its input, as does its child process. It has a tool `echo`. */
export function stubborn(): Upstreams {
  return { stubborn: node(join(FIXTURE_SERVERS, 'hostile.mjs'), 'stubborn', 'grandchild') };
}

/** One server for each catalog. */
export function replayedServers(catalogs: readonly CapturedCatalog[], work: WorkFolder): ReplayedServer[] {
  return catalogs.map((catalog) => ({
    name: catalog.name,
    // Copies the catalog into the work folder: `WorkFolder` finds the process by this path on its command line.
    entry: node(REPLAY_SERVER, work.json(catalog.name, { ...catalog, version: '1' })),
    tools: catalog.tools,
  }));
}

interface CapturedTool {
  readonly name: string;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
}

/**
 * One tool of each server, and an input for it. Tools with an output schema are skipped, because a replayed server sends
 * no structured content and strict clients then fail.
 */
export function someTools(servers: readonly ReplayedServer[]): Address[] {
  return servers.flatMap(({ name: server, tools }) => {
    const plain = (tools as CapturedTool[]).find(({ outputSchema }) => outputSchema === undefined);
    return plain ? [{ server, tool: plain.name, input: sampleInput(plain.inputSchema) }] : [];
  });
}

export function upstreamsOf(servers: readonly ReplayedServer[]): Upstreams {
  return Object.fromEntries(servers.map(({ name, entry }) => [name, entry]));
}

/** Generated servers, the same on every run. */
export function syntheticCatalogs(servers: number, toolsEach: number): CapturedCatalog[] {
  const tools = syntheticCommands(servers * toolsEach).map(({ name, description, input }) => ({
    name,
    description,
    inputSchema: z.toJSONSchema(input, { io: 'input' }),
  }));
  return Array.from({ length: servers }, (_, index) => ({
    name: `server-${String(index).padStart(2, '0')}`,
    tools: tools.slice(index * toolsEach, (index + 1) * toolsEach),
  }));
}

function node(...args: string[]): ServerEntry {
  return { command: process.execPath, args };
}
