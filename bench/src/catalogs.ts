import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Tool } from '@foldout/core';
import { CapturedSource } from './captured-source.ts';
import { Problem } from './problem.ts';
import { isObject, readJson } from './read-json.ts';

/** The tools of a server, as it answered `tools/list` when it was captured. */
export interface CapturedCatalog {
  /** The name of the file. */
  readonly name: string;
  readonly package?: string;
  /** Unchanged, as the server sent them. */
  readonly tools: readonly unknown[];
}

/** Every `*.json` of a folder, sorted by name: `{ package?, tools: [...] }`. */
export function readCatalogs(folder: string): CapturedCatalog[] {
  if (!existsSync(folder))
    throw new Problem(`The folder '${folder}' does not exist. Pass another with --catalogs DIR.`);
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  if (files.length === 0) {
    throw new Problem(`The folder '${folder}' has no <server>.json file. Pass another with --catalogs DIR.`);
  }
  return files.sort().map((file) => readCatalog(join(folder, file)));
}

/** The tools of all catalogs, as the gateway reads them. */
export function readTools(folder: string): Tool[] {
  return readCatalogs(folder).flatMap((catalog) => new CapturedSource(catalog).tools());
}

/** Captured servers started in a reduced mode of their own, which lists fewer tools. Empty without a `modes` folder. */
export function readModes(folder: string): CapturedCatalog[] {
  const modes = join(folder, 'modes');
  return existsSync(modes) ? readCatalogs(modes) : [];
}

function readCatalog(path: string): CapturedCatalog {
  const captured = readJson(path);
  const { tools, package: origin } = isObject(captured) ? captured : {};
  if (!Array.isArray(tools)) throw new Problem(`${path} has no list "tools". A catalog file is { "tools": [...] }.`);
  return { name: basename(path, '.json'), ...(typeof origin === 'string' && { package: origin }), tools };
}
