import type { CatalogReader, Tool } from '@foldout/core';
import { callableTools } from './callable-tools.ts';

const MAX_RELATED = 3;

/** Tools that go with this one: those it names, else those that share its nouns, its category first. */
export function relatedTools(catalog: CatalogReader, tool: Tool): string[] {
  const declared = tool.relatedTools.flatMap((address) => {
    const lookup = catalog.lookup(address);
    if (!lookup.found) return [];
    const { tool: other, source } = lookup.entry;
    return other.enabled && source.exposes(other) ? [catalog.addressOf(other)] : [];
  });
  if (declared.length > 0) return declared;
  const words = wordsOf(tool);
  return callableTools(catalog)
    .filter((other) => other.id !== tool.id)
    .map((other) => ({ other, score: closeness(tool, words, other) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.other.id < b.other.id ? -1 : 1))
    .slice(0, MAX_RELATED)
    .map(({ other }) => catalog.addressOf(other));
}

/** A shared noun counts double: `message` in `send_message` and `search_messages` says more than one category. */
function closeness(tool: Tool, words: ReadonlySet<string>, other: Tool): number {
  const shared = [...wordsOf(other)].filter((word) => words.has(word)).length;
  return (
    shared * 2 + (other.category === tool.category ? 1 : 0) + (shared > 0 && other.server === tool.server ? 0.5 : 0)
  );
}

/** The words of a name without its verb (its first word, or its last: `create_issue`, `issue-create`), in the singular. */
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
