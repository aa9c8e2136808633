import type { CatalogEntry } from '../catalog/catalog.ts';
import { definitionHash } from '../catalog/content-hash.ts';
import type { VectorTable } from '../search/meaning/vector-table.ts';

/** Any words will do: another table puts them elsewhere. */
const PROBE = 'create a file and send a message';

/** As much of a hash as the key itself has. */
const ENOUGH = 16;

/**
 * Names what an index was made of: the tools as they are searched, what is said of their categories, and the vectors.
 * Like the hash of the catalog, and many times quicker: it guards against staleness, not against malice.
 */
export function searchKey(
  entries: readonly CatalogEntry[],
  categoryText: (category: string) => string | undefined,
  vectors: VectorTable | undefined,
): string {
  // Two sums with different factors: 64 bits, from arithmetic that stays within small numbers.
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  const mix = (text: string): void => {
    a = Math.imul(a ^ text.length, 0x01000193);
    b = Math.imul(b ^ text.length, 0x85ebca6b);
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      a = Math.imul(a ^ code, 0x01000193);
      b = Math.imul((b << 13) | (b >>> 19), 5) + code;
    }
  };
  const categories = new Set<string>();
  for (const { tool } of entries) {
    mix(tool.id);
    mix(definitionHash(tool).slice(0, ENOUGH));
    mix(tool.summary);
    mix(tool.category === tool.server ? '' : tool.category);
    for (const tag of tool.tags) mix(tag);
    mix('');
    for (const alias of tool.aliases) mix(alias);
    categories.add(tool.category);
  }
  for (const category of categories) mix(categoryText(category) ?? '');
  mix(vectors ? vectors.embed(PROBE).join() : '');
  return `${entries.length}-${hex(a)}${hex(b)}`;
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0');
}
