import type { CatalogReader, Tool, ToolScope } from '@foldout/core';
import { visibleTools } from '@foldout/core/internal';
import type { Principal } from '../http/principal.ts';
import { ApiError } from './json-answers.ts';
import type { DashboardSources } from './sources.ts';

/** Limits the catalog to the tools that the principal may use. Undefined: all tools. */
function principalScope(principal: Principal): ToolScope | undefined {
  return principal.unrestricted ? undefined : principal;
}

/** Every tool that the principal may use, also outside of the configured scope: any tool may have to be approved. */
export function catalogOf({ engine }: DashboardSources, principal: Principal): CatalogReader {
  return engine.catalog.view(principalScope(principal));
}

/** The tools that clients of this principal can see: those in the configured scope. */
export function visibleTo(
  { visible }: Pick<DashboardSources, 'visible'>,
  principal: Principal,
): ReturnType<DashboardSources['visible']> {
  return visible(principalScope(principal));
}

/** Includes withheld tools, because the operator has to see and approve them. */
export function toolsOf(sources: Pick<DashboardSources, 'visible'>, principal: Principal): readonly Tool[] {
  return visibleTools({ catalog: visibleTo(sources, principal).catalog, contextual: false }, true).tools;
}

export function toolAt(catalog: CatalogReader, id: string): Tool {
  const lookup = catalog.lookup(id);
  if (!lookup.found) throw new ApiError(404, `There is no tool '${id}'.`);
  return lookup.entry.tool;
}

/** Whether the principal may see the usage of a tool. The tool may be gone from the catalog. */
export function maySee(principal: Principal, id: string): boolean {
  if (principal.unrestricted) return true;
  const slash = id.indexOf('/');
  return slash > 0 && principal.allows({ id, server: id.slice(0, slash), name: id.slice(slash + 1) });
}
