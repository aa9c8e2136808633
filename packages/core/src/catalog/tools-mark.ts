import { definitionHash } from './content-hash.ts';
import { QuickHash } from './quick-hash.ts';
import type { Tool } from './tool.ts';

/** As much of a hash as a mark itself has. */
const ENOUGH = 16;

/** What the tools from one number on, up to those of the next place, have in common. */
export interface ToolsPlace {
  readonly from: number;
  readonly category: string;
  readonly tags: readonly string[];
}

/** Stands for the tools of one server as they are searched: it changes when anything that is searched does. */
export interface ToolsMark {
  readonly server: string;
  /** What `contentMark` says of them. */
  readonly content: string;
  /** Where they stand, in the order of their names. */
  readonly places: readonly ToolsPlace[];
}

/** What is searched of a tool, wherever it stands. */
export interface SearchedTool {
  readonly name: string;
  readonly summary: string;
  /** Its `definitionHash`. */
  readonly hash: string;
  readonly aliases?: readonly string[];
}

export function contentMark(tools: Iterable<SearchedTool>): string {
  const sorted = [...tools].sort(byName);
  const hash = new QuickHash();
  for (const { name, summary, hash: definition, aliases = [] } of sorted) {
    hash.add(name).add(definition.slice(0, ENOUGH)).add(summary);
    for (const alias of aliases) hash.add(alias);
    hash.add('');
  }
  return `${sorted.length}-${hash.value}`;
}

export function markTools(server: string, tools: Iterable<Tool>): ToolsMark {
  const sorted = [...tools].sort(byName);
  const places: ToolsPlace[] = [];
  for (const [from, { category, tags }] of sorted.entries()) {
    const last = places.at(-1);
    if (last?.category !== category || !isSame(last.tags, tags)) places.push({ from, category, tags });
  }
  const content = contentMark(
    sorted.map((tool) => ({
      name: tool.name,
      summary: tool.summary,
      hash: definitionHash(tool),
      aliases: tool.aliases,
    })),
  );
  return { server, content, places };
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  if (a.name === b.name) return 0;
  return a.name < b.name ? -1 : 1;
}

function isSame(before: readonly string[], after: readonly string[]): boolean {
  return before.length === after.length && before.every((tag, i) => tag === after[i]);
}
