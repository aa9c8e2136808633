import { appPage } from '@foldout/core/internal';
import type { ServerManifest } from '../cache/manifest.ts';
import { definitionsOf, StoredDefinition } from '../cache/stored-tools.ts';

const pages = new WeakMap<ServerManifest, readonly string[]>();

/** The URIs of the pages that the tools of a server name. A server need not list them as resources. */
export function appPagesOf(manifest: ServerManifest): readonly string[] {
  const known = pages.get(manifest);
  if (known) return known;
  const found = definitionsOf(manifest).flatMap((definition) => {
    // Only the few definitions of apps are parsed.
    if (definition instanceof StoredDefinition) return definition.facts.app ? (appPage(definition.parse()) ?? []) : [];
    return appPage(definition) ?? [];
  });
  const unique = [...new Set(found)];
  pages.set(manifest, unique);
  return unique;
}
