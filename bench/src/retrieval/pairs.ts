import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CapturedSource } from '../captured-source.ts';
import { readCatalogs } from '../catalogs.ts';
import { ROOT } from '../paths.ts';
import { Problem } from '../problem.ts';
import { readJson } from '../read-json.ts';
import type { RetrievalSet, SetQuery } from './sets.ts';

const PAIRS = join(ROOT, 'training', 'pairs');
const SPLITS = ['train', 'development', 'test'] as const;

export type Split = (typeof SPLITS)[number];

interface Place {
  readonly split: Split;
  /** The name that a user would give the server in a configuration. */
  readonly server: string;
}

/**
 * Our own pairs of request and tools, one set for each split. A split with several catalogs of one product (two GitHub
 * servers) becomes several sets: a request for one of them would otherwise have unlabeled right answers.
 */
export function readPairs(catalogs: string): RetrievalSet[] {
  const places = placesOf();
  const worlds = new Map<
    string,
    { servers: Set<string>; tools: RetrievalSet['tools'][number][]; queries: SetQuery[] }
  >();
  for (const catalog of readCatalogs(catalogs)) {
    const file = join(PAIRS, `${catalog.name}.tsv`);
    const place = places[catalog.name];
    if (!place || !existsSync(file)) continue;
    let name = `pairs-${place.split}`;
    for (let copy = 2; worlds.get(name)?.servers.has(place.server); copy++) name = `pairs-${place.split}-${copy}`;
    const world = worlds.get(name) ?? { servers: new Set(), tools: [], queries: [] };
    worlds.set(name, world);
    world.servers.add(place.server);
    world.tools.push(...new CapturedSource({ ...catalog, name: place.server }).tools());
    world.queries.push(...requestsIn(file, catalog.name, place.server));
  }
  return [...worlds].map(([name, { tools, queries }]) => ({
    name,
    tools,
    queries: queries.filter(({ relevant }) => relevant.length > 0),
    absent: queries.filter(({ relevant }) => relevant.length === 0),
  }));
}

/** By the name of a catalog. */
export function placesOf(): Readonly<Record<string, Place>> {
  return readJson(join(ROOT, 'training', 'split.json')) as Readonly<Record<string, Place>>;
}

function requestsIn(file: string, catalog: string, server: string): SetQuery[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, at) => {
      const [style, tools, query] = line.split('\t');
      if (!style || !tools || !query) {
        throw new Problem(`${file}, line ${at + 1} needs three columns separated by tabs: style, tools, request.`);
      }
      const relevant = tools === '-' ? [] : tools.split(',').map((name) => `${server}/${name}`);
      return { id: `${catalog}:${at + 1}`, query, relevant, kind: LANGUAGES.has(style) ? 'language' : style };
    });
}

/** Languages are reported together: one language of one server has two or three requests. */
const LANGUAGES: ReadonlySet<string> = new Set(['de', 'fr', 'es', 'it', 'pt', 'zh', 'ja', 'ru', 'ar']);
