import { join } from 'node:path';
import { z } from 'zod';
import { syntheticCommands } from '../commands.ts';
import { type CapturedCatalog, readCatalogs } from '../tokens/captured-catalogs.ts';
import type { ServerEntry } from './programs/servers-in.ts';
import { sampleInput } from './sample-input.ts';
import type { WorkFolder } from './work-folder.ts';

/** A tool of one of the servers, and what it is to be called with. */
export interface Address {
  readonly server: string;
  readonly tool: string;
  readonly input: Record<string, unknown>;
}

export type Upstreams = Readonly<Record<string, ServerEntry>>;

/** A server whose tools are known from a file. */
export interface ReplayedServer {
  readonly name: string;
  readonly entry: ServerEntry;
  readonly tools: readonly unknown[];
}

export const ROOT = join(import.meta.dirname, '../../..');
/** Where the servers of the tests are. */
export const FIXTURES = join(ROOT, 'test/fixtures/servers');
const REPLAY = join(FIXTURES, 'replay.mjs');
const PUBLISHED = join(ROOT, 'node_modules/@modelcontextprotocol');

/** The protocol's own test server, with 13 tools. */
export function everything(): Upstreams {
  return { everything: node(join(PUBLISHED, 'server-everything/dist/index.js')) };
}

/** Together with `everything`, 27 tools. */
export function filesystem(folder: string): Upstreams {
  return { filesystem: node(join(PUBLISHED, 'server-filesystem/dist/index.js'), folder) };
}

/** A server that ignores what asks it to end, with a child that does too. It has a tool `echo`. */
export function stubborn(): Upstreams {
  return { stubborn: node(join(FIXTURES, 'hostile.mjs'), 'stubborn', 'grandchild') };
}

/** One replayed server for each captured catalog; without them, synthetic ones of about as many tools. */
export function replayedServers(catalogs: string | undefined, work: WorkFolder): ReplayedServer[] {
  const captured = catalogs === undefined ? syntheticCatalogs() : readCatalogs(catalogs);
  return captured.map((catalog) => ({
    name: catalog.name,
    // Copied: the work folder's name on the command line is how the process is found again.
    entry: node(REPLAY, work.json(catalog.name, { ...catalog, version: '1' })),
    tools: catalog.tools,
  }));
}

interface CapturedTool {
  readonly name: string;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
}

/**
 * A tool of each server, and an input for it. A tool that promises structured answers is passed over, and so is a
 * server that has no other: a replay does not keep that promise, and strict clients insist on it.
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

const SYNTHETIC = { servers: 80, toolsEach: 50 };

function syntheticCatalogs(): CapturedCatalog[] {
  const { servers, toolsEach } = SYNTHETIC;
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
