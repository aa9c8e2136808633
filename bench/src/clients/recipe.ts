import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type PackageName, VERSIONS } from './versions.ts';
import type { SeenResult } from './wire/wire.ts';

/** How a client reaches the gateway: a command line that it starts, or an address. */
export type GatewayAddress = { readonly command: string; readonly args: readonly string[] } | { readonly url: string };

/** What a recipe needs to know about a run. */
export interface Place {
  /** The temporary home folder. */
  readonly home: string;
  /** The folder of the installed packages, which holds `node_modules`. */
  readonly installed: string;
  /** A Node that is new enough for the client. */
  readonly node: string;
  /** `http://127.0.0.1:<port>` of the scripted model. */
  readonly model: string;
  readonly gateway: GatewayAddress;
  /** The client's file gets no entry of the gateway: `foldout connect` writes it afterwards. */
  readonly connected: boolean;
  /** Tell the client to wait longer for the gateway than it does by default, if the client has a setting for that. */
  readonly patient: boolean;
}

export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

interface RecipeBase {
  readonly id: string;
  readonly title: string;
  /** The npm packages to install. The first one is the client. */
  readonly packages: readonly [PackageName, ...PackageName[]];
  /** The oldest major version of Node that runs the client. Absent: it brings its own runtime. */
  readonly node?: number;
  /** The client's name for `foldout connect`. Absent: the lab does not connect it. */
  readonly connects?: string;
  /** The client has a setting for how long it waits for a server. */
  readonly canWait?: true;
}

/** A client with a model: one process runs the whole script. */
export interface AgentRecipe extends RecipeBase {
  /** Writes the client's configuration into `home` and returns its command line. */
  launch(place: Place, prompt: string): Launch;
  /** The client's own command that lists its servers, and what it prints of one that it has reached. */
  readonly status?: { readonly args: readonly string[]; readonly shows: RegExp };
}

/** A client without a model: each request is a process. */
export interface CommandRecipe extends RecipeBase {
  list(place: Place): Launch;
  call(place: Place, tool: string, input: Readonly<Record<string, unknown>>): Launch;
  readTools(output: string): readonly { readonly name: string }[];
  readResult(output: string): SeenResult;
}

export type Recipe = AgentRecipe | CommandRecipe;

/** The name of the gateway in the clients' configurations. */
export const SERVER = 'foldout';

/** The version of the client. */
export function versionOf({ packages }: RecipeBase): string {
  return VERSIONS[packages[0]];
}

/** The servers in a client's file: the gateway, or none if `foldout connect` adds it. */
export function servers<Entry>(
  { gateway, connected }: Place,
  entry: (gateway: GatewayAddress) => Entry,
): Readonly<Record<string, Entry>> {
  return connected ? {} : { [SERVER]: entry(gateway) };
}

/** Writes a file, as JSON unless it is a text. */
export function write(path: string, content: unknown): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, undefined, 2));
  return path;
}

/** The path of an installed file. */
export function inPackage({ installed }: Place, ...path: string[]): string {
  const file = join(installed, 'node_modules', ...path);
  if (!existsSync(file))
    throw new NotRunnable(`${path.join('/')} was not installed on ${process.platform}-${process.arch}`);
  return file;
}

/** An installed program that runs on Node. */
export function onNode(place: Place, ...path: string[]): Pick<Launch, 'command'> & { readonly args: [string] } {
  return { command: place.node, args: [inPackage(place, ...path)] };
}

/** The client cannot be run on this machine. */
export class NotRunnable extends Error {}
