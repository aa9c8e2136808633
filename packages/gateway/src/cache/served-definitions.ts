import { type PromptTool, promptText } from '@foldout/clients/internal';
import { type CatalogReader, estimateTokens } from '@foldout/core';
import { callableTools, upstreamTool } from '@foldout/core/internal';
import type { ServerManifest } from './manifest.ts';

/** A server and its saved tool list, as an upstream and as an entry of the cache have them. */
interface ListedServer {
  readonly name: string;
  readonly manifest?: ServerManifest | undefined;
}

/**
 * The definitions, as the servers list them, of the tools that callers can use. `catalog` is the part that the configured
 * scope allows. Excluded, withheld and other tools outside of it would not be loaded without Foldout either.
 */
export function* servedDefinitions(servers: readonly ListedServer[], catalog: CatalogReader): Iterable<unknown> {
  const served = new Set(callableTools(catalog).map((tool) => upstreamTool(tool).id));
  for (const { name, manifest } of servers) {
    for (const definition of manifest?.tools ?? []) {
      if (served.has(`${name}/${(definition as { name: string }).name}`)) yield definition;
    }
  }
}

/** Estimated tokens of what a client puts of one definition before its model. A saving must not be overstated. */
export function definitionTokens(definition: unknown): number {
  return estimateTokens(promptText(definition as PromptTool));
}
