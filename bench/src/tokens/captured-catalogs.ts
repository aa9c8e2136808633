import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The tools of a server as it once listed them. */
export interface CapturedCatalog {
  /** The name of the file. */
  readonly name: string;
  readonly package?: string;
  /** Untouched, as the server sent them. */
  readonly tools: readonly unknown[];
}

/** Every `*.json` of a folder, by name: `{ name, package?, tools: [...] }`. */
export function readCatalogs(folder: string): CapturedCatalog[] {
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}. Name one with --catalogs DIR.`);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => readCatalog(join(folder, file)));
}

/** The same servers in the reduced modes that they offer themselves. */
export function readModes(folder: string): CapturedCatalog[] {
  const modes = join(folder, 'modes');
  return existsSync(modes) ? readCatalogs(modes) : [];
}

function readCatalog(path: string): CapturedCatalog {
  const captured: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const { tools, package: origin } = captured as { tools?: unknown; package?: unknown };
  if (!Array.isArray(tools)) throw new Error(`${path} has no list of tools`);
  return { name: basename(path, '.json'), ...(typeof origin === 'string' && { package: origin }), tools };
}
