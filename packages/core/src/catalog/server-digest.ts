import { definitionHash } from './content-hash.ts';
import { QuickHash } from './quick-hash.ts';
import { allSteps } from './slices.ts';
import type { Tool } from './tool.ts';

/** Characters of a definition hash that enter the digest: as many as the digest itself has. */
const HASH_PREFIX = 16;

/** Category and tags of the tools from index `from` (ordered by name) up to the next placement. */
export interface PlacementRun {
  readonly from: number;
  readonly category: string;
  readonly tags: readonly string[];
}

/** Identifies the searchable content of one server's tools: differs whenever anything that search reads differs. */
export interface ServerDigest {
  readonly server: string;
  /** The `searchableHash` of the tools. */
  readonly content: string;
  readonly placements: readonly PlacementRun[];
}

/** The searchable content of a tool, without its category and tags. */
export interface SearchableTool {
  readonly name: string;
  readonly summary: string;
  /** The `definitionHash` of the tool. */
  readonly hash: string;
  readonly aliases?: readonly string[];
}

/** Takes a step for each tool. */
export function* searchableHash(tools: Iterable<SearchableTool>): Generator<void, string> {
  const sorted = [...tools].sort(byName);
  const hash = new QuickHash();
  for (const { name, summary, hash: definition, aliases = [] } of sorted) {
    yield;
    hash.add(name).add(definition.slice(0, HASH_PREFIX)).add(summary);
    for (const alias of aliases) hash.add(alias);
    hash.add('');
  }
  return `${sorted.length}-${hash.value}`;
}

export function digestServer(server: string, tools: Iterable<Tool>): ServerDigest {
  return allSteps(digestServerInSteps(server, tools));
}

/** The same with a step for each tool. */
export function* digestServerInSteps(server: string, tools: Iterable<Tool>): Generator<void, ServerDigest> {
  const sorted = [...tools].sort(byName);
  const placements: PlacementRun[] = [];
  for (const [from, { category, tags }] of sorted.entries()) {
    const last = placements.at(-1);
    if (last?.category !== category || !isSame(last.tags, tags)) placements.push({ from, category, tags });
  }
  const searchable: SearchableTool[] = [];
  for (const tool of sorted) {
    yield;
    const { name, summary, aliases } = tool;
    searchable.push({ name, summary, hash: definitionHash(tool), aliases });
  }
  const content = yield* searchableHash(searchable);
  return { server, content, placements };
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  if (a.name === b.name) return 0;
  return a.name < b.name ? -1 : 1;
}

function isSame(before: readonly string[], after: readonly string[]): boolean {
  return before.length === after.length && before.every((tag, i) => tag === after[i]);
}
