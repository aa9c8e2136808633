import { CapturedSource } from '../captured-source.ts';
import { readCatalogs } from '../catalogs.ts';
import { synthesize } from '../search-speed/catalog.ts';
import { placesOf } from './pairs.ts';
import type { RetrievalSet } from './sets.ts';

/** How many other tools are added to a set. */
const ADDED = 7_600;

/**
 * The set with thousands of tools of other products beside its own: those of the catalogs first, then copies of them with invented
 * names. A product of the set itself is left out, because its tools would be right answers that nobody labeled.
 */
export function grown(set: RetrievalSet, catalogs: string): RetrievalSet {
  const places = placesOf();
  const productOf = (name: string): string => places[name]?.server ?? name;
  const own = new Set(set.tools.map(({ server }) => productOf(server)));
  const others = readCatalogs(catalogs)
    .filter(({ name }) => !own.has(productOf(name)))
    .flatMap((catalog) => new CapturedSource(catalog).tools());
  return { ...set, name: `${set.name}+${ADDED}`, tools: [...set.tools, ...synthesize(others, ADDED)] };
}
