import { type Catalog, type CatalogReader, type ScopeNames, scopeOf, type ToolScope } from '@foldout/core';
import { oneLine } from '../output/safe-text.ts';
import { note } from '../output/terminal.ts';

/** What a gateway would serve of a catalog, and what there is besides. */
export interface VisibleCatalog {
  readonly catalog: CatalogReader;
  readonly whole: CatalogReader;
  readonly names: ScopeNames;
  readonly scope?: ToolScope | undefined;
}

export function visibleCatalog(whole: Catalog, names: ScopeNames): VisibleCatalog {
  const scope = scopeOf(names);
  return { catalog: whole.view(scope), whole, names, scope };
}

/** Says so where a scope leaves nothing of what there is. */
export function noteEmptyScope({ catalog, whole, names }: VisibleCatalog): void {
  if (catalog.entries().length > 0 || whole.entries().length === 0) return;
  note(`the scope names nothing that exists (${scopeText(names)}): no tools are shown`);
}

export function scopeText({ toolsets, tools }: ScopeNames): string {
  const named = [toolsets && `toolsets ${toolsets.join(', ')}`, tools && `tools ${tools.join(', ')}`];
  return oneLine(named.filter(Boolean).join('; '));
}
