import type { Catalog, CatalogReader, ToolScope } from '@foldout/core';
import { type ScopeNames, scopeFromNames, unmatchedNames } from '@foldout/core/internal';
import type { CachedCatalog, ConfiguredScope } from '@foldout/gateway/internal/catalog';
import { oneLine } from '../output/safe-text.ts';
import { note } from '../output/terminal.ts';

/** The tools within the configured scope (`catalog`), and all tools (`whole`). */
export interface VisibleCatalog {
  readonly catalog: CatalogReader;
  readonly whole: CatalogReader;
  readonly names: ConfiguredScope;
  readonly scope?: ToolScope | undefined;
}

export function visibleCatalog(whole: Catalog, names: ConfiguredScope): VisibleCatalog {
  const scope = scopeFromNames(names.config, names.environment);
  return { catalog: whole.view(scope), whole, names, scope };
}

/** Prints a note if the scope excludes every tool, and one for each name in the environment that has no effect. */
export function noteScope(
  { catalog, whole, names }: VisibleCatalog,
  { unknown }: Pick<CachedCatalog, 'unknown'>,
): void {
  if (catalog.entries().length === 0 && whole.entries().length > 0) {
    note(`no tools are shown, because the scope matches none (${scopeText(names)})`);
  }
  // A name may be that of a tool of a server that has not answered yet.
  if (unknown.length > 0) return;
  for (const warning of unmatchedNames(names.environment, names.config, whole)) note(oneLine(warning));
}

/** `toolsets mail; TOOLS send_message`: variables of the environment are in upper case. */
export function scopeText({ config, environment }: ConfiguredScope): string {
  const upper = textsOf(environment).map(([kind, names]) => `${kind.toUpperCase()} ${names}`);
  return oneLine([...textsOf(config).map((part) => part.join(' ')), ...upper].join('; '));
}

function textsOf({ toolsets, tools }: ScopeNames): (readonly [string, string])[] {
  const named = [
    ['toolsets', toolsets],
    ['tools', tools],
  ] as const;
  return named.flatMap(([kind, names]) => (names ? [[kind, names.join(', ')] as const] : []));
}
