import type { CatalogReader, Tool } from '@foldout/core';
import { callableTools, isCallable } from '@foldout/core/internal';

const MAX_RELATED = 3;

/**
 * Related tools: first those that the author names, then, up to three in all, those that are used together with this tool.
 * If the author names none, tools with the same nouns follow, those of the same category first.
 */
export function relatedTools(catalog: CatalogReader, tool: Tool, learned: readonly string[] = []): string[] {
  const declared = callable(catalog, tool.relatedTools);
  const known = [...declared, ...callable(catalog, learned)];
  const all = declared.length > 0 || known.length >= MAX_RELATED ? known : [...known, ...similar(catalog, tool)];
  return [...new Set(all)].slice(0, Math.max(declared.length, MAX_RELATED));
}

function callable(catalog: CatalogReader, addresses: readonly string[]): string[] {
  return addresses.flatMap((address) => {
    const lookup = catalog.lookup(address);
    return lookup.found && isCallable(lookup.entry) ? [catalog.addressOf(lookup.entry.tool)] : [];
  });
}

function similar(catalog: CatalogReader, tool: Tool): string[] {
  const words = wordsOf(tool);
  return callableTools(catalog)
    .filter((other) => other.id !== tool.id)
    .map((other) => ({ other, score: closeness(tool, words, other) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.other.id < b.other.id ? -1 : 1))
    .slice(0, MAX_RELATED)
    .map(({ other }) => catalog.addressOf(other));
}

/** A shared noun counts double: `message` in `send_message` and `search_messages` relates them more than a shared category. */
function closeness(tool: Tool, words: ReadonlySet<string>, other: Tool): number {
  const shared = [...wordsOf(other)].filter((word) => words.has(word)).length;
  return (
    shared * 2 + (other.category === tool.category ? 1 : 0) + (shared > 0 && other.server === tool.server ? 0.5 : 0)
  );
}

/** The words of a name in the singular, without verbs: `issue` for `create_issues` and `issue-create`. */
function wordsOf(tool: Tool): ReadonlySet<string> {
  const words = tool.name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2 && !VERBS.has(word));
  return new Set(words.map((word) => word.replace(/(?<=..)s$/, '')));
}

const VERBS = new Set(
  (
    'add archive call cancel close count create delete disable edit enable execute fetch find get insert invoke list make ' +
    'mark merge move open patch post put query read release remove rename reply report reset resolve respond restore run ' +
    'save search send set show start stop submit sync update upload write'
  ).split(' '),
);
