import type { Tool } from '@foldout/core';
import type { Toolbox } from './toolbox.ts';

export interface SelectOptions {
  /** How many tools a search picks. Default: 8. */
  readonly k?: number | undefined;
  /** Names of tools that are always picked. */
  readonly always?: readonly string[] | undefined;
}

const DEFAULT_K = 8;

/** What a conversation says about the tools that its next turn needs. */
export interface Conversation {
  /** The latest request of the user. */
  readonly request: string;
  /** Names of the tools that were called: a tool in use stays, so that the list changes rarely. */
  readonly called: readonly string[];
}

/**
 * The tools that the next turn most likely needs: the best for the latest request, those already called, and the pinned.
 * In the order of the catalog, so that the same choice is the same bytes in a prompt cache.
 */
export async function selectFrom<Extra>(
  toolbox: Toolbox<Extra>,
  { request, called }: Conversation,
  { k = DEFAULT_K, always = [] }: SelectOptions = {},
): Promise<readonly Tool[]> {
  const { hits } = request.trim() === '' ? { hits: [] } : await toolbox.find(request, { limit: k, quiet: true });
  const named = [...always, ...called].flatMap((name) => toolbox.toolNamed(name) ?? []);
  const chosen = new Set([...hits.map(({ tool }) => tool.id), ...named.map(({ id }) => id)]);
  return toolbox.engine.catalog.entries().flatMap(({ tool }) => (chosen.has(tool.id) ? [tool] : []));
}
