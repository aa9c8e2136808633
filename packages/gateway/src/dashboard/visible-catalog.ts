import { type CatalogReader, type Tool, type ToolScope, visibleTools } from '@foldout/core';
import type { Principal } from '../http/principal.ts';
import { Unanswerable } from './answers.ts';
import type { DashboardSources } from './sources.ts';

/** A tool that somebody may not use does not exist for them, here as anywhere. Undefined: all of them do. */
export function scopeOf(principal: Principal): ToolScope | undefined {
  return principal.unrestricted ? undefined : principal;
}

export function catalogOf({ engine }: DashboardSources, principal: Principal): CatalogReader {
  return engine.catalog.view(scopeOf(principal));
}

/** Also those that are withheld: whoever operates the gateway wants to see them. */
export function toolsOf(sources: DashboardSources, principal: Principal): readonly Tool[] {
  return visibleTools({ catalog: catalogOf(sources, principal), contextual: false }, true).tools;
}

export function toolAt(catalog: CatalogReader, id: string): Tool {
  const lookup = catalog.lookup(id);
  if (!lookup.found) throw new Unanswerable(404, 'There is no such tool any more.');
  return lookup.entry.tool;
}

/** Whether somebody may know of the tool that a line of usage speaks of, also one that is gone. */
export function mayKnow(principal: Principal, id: string): boolean {
  if (principal.unrestricted) return true;
  const slash = id.indexOf('/');
  return slash > 0 && principal.allows({ id, server: id.slice(0, slash), name: id.slice(slash + 1) });
}
