import { type Caller, type CatalogReader, type Engine, namesIn, type ScopeNames, type ToolScope } from '@foldout/core';
import type { Viewer } from '../surfaces/surface.ts';
import type { ScopeMode, ToolScopes } from '../surfaces/tool-scopes.ts';
import type { RequestOwner } from './request-owner.ts';

export const TOOLSETS_HEADER = 'x-mcp-toolsets';
export const TOOLS_HEADER = 'x-mcp-tools';

/** A viewer, and what is pinned to its list. */
export interface View extends Viewer {
  readonly pinned?: ToolScope;
}

export interface ViewerParts {
  readonly engine: Engine;
  readonly scopes: ToolScopes;
  readonly scopeMode: ScopeMode;
  readonly onWarning: (warning: string) => void;
}

/** What a caller sees: the scope of the server, narrowed by its owner's and by the headers of its request. */
export function viewOf(
  parts: ViewerParts,
  caller: Caller,
  request: Request | undefined,
  announce: () => void,
  owner?: RequestOwner,
): View {
  const { engine, scopes, scopeMode } = parts;
  const { client, era, sessionId } = caller;
  const names = namesOf(request);
  const scope = scopes.scopeFor(names, owner?.scope);
  // Made for every call: written out, because a spread takes as long as the lookup of a command.
  if (!scope) return { client, era, sessionId, catalog: engine.catalog, announce };
  const scoped = engine.catalog.view(scope);
  const warning = scopes.warningFor(names, scoped);
  if (warning) parts.onWarning(warning);
  if (scopeMode === 'pinned' && !owner?.scope)
    return { ...caller, catalog: engine.catalog as CatalogReader, announce, pinned: scope };
  return { ...caller, catalog: scoped, scope, announce };
}

function namesOf(request: Request | undefined): ScopeNames {
  return {
    toolsets: namesIn(request?.headers.get(TOOLSETS_HEADER)),
    tools: namesIn(request?.headers.get(TOOLS_HEADER)),
  };
}
