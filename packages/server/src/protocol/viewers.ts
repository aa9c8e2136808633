import type { Caller, CatalogReader, Engine, ToolScope, Words } from '@foldout/core';
import { namesIn, type ScopeNames } from '@foldout/core/internal';
import type { ListedNames } from '../surfaces/listed-names.ts';
import type { ListedTool, Viewer } from '../surfaces/surface.ts';
import type { ScopeMode, ToolScopes } from '../surfaces/tool-scopes.ts';
import { ListedWords } from '../surfaces/words.ts';
import type { ClientLookup } from './client-lookup.ts';
import type { RequestOwner } from './request-owner.ts';

const TOOLSETS_HEADER = 'x-mcp-toolsets';
const TOOLS_HEADER = 'x-mcp-tools';

const NO_OWNER: Pick<RequestOwner, 'profile' | 'principal'> = {};

/** A viewer, and the tools that are pinned to its list. */
export interface View extends Viewer {
  readonly pinned?: ToolScope;
}

export interface ViewerParts {
  readonly engine: Engine;
  readonly clients: ClientLookup;
  readonly scopes: ToolScopes;
  readonly scopeMode: ScopeMode;
  readonly onWarning: (warning: string) => void;
  readonly names: ListedNames;
  /** The `tools/list` of a viewer. */
  readonly listOf: (view: View) => readonly ListedTool[];
}

/** Builds the viewer of a request: the server's scope, narrowed by the owner's scope and by the request headers. */
export function viewOf(
  parts: ViewerParts,
  caller: Caller & Pick<Viewer, 'showsApps'>,
  request: Request | undefined,
  announce: () => void,
  owner?: RequestOwner,
): View {
  const { engine, scopes, scopeMode } = parts;
  const { client, era, sessionId, showsApps } = caller;
  const names = namesOf(request);
  const scope = scopes.scopeFor(names, owner?.scope);
  // On the path of every call: fields are copied one by one, because a spread costs as much as a catalog lookup.
  const { facts, title, settings } = parts.clients.about(client?.name);
  const { profile, principal } = owner ?? NO_OWNER;
  if (!scope) {
    const { catalog } = engine;
    const who = { client, era, sessionId, facts, title, settings, profile, principal, showsApps, catalog, announce };
    return withWords(parts, who);
  }
  const viewer = { ...caller, facts, title, settings, profile, principal, announce };
  const scoped = engine.catalog.view(scope);
  const warning = scopes.warningFor(names, scoped);
  if (warning) parts.onWarning(warning);
  if (scopeMode === 'pinned' && !owner?.scope)
    return withWords(parts, { ...viewer, catalog: engine.catalog as CatalogReader, pinned: scope });
  return withWords(parts, { ...viewer, catalog: scoped, scope });
}

/** The words of a viewer read its list, and the list depends on the viewer: so they are set afterwards. */
function withWords(parts: ViewerParts, view: Omit<View, 'words'> & { words?: Words | undefined }): View {
  view.words = new ListedWords({
    list: () => parts.listOf(view),
    catalog: view.catalog,
    listedName: (tool) => parts.names.nameOf(tool),
    hasSession: view.sessionId !== undefined,
  });
  return view;
}

function namesOf(request: Request | undefined): ScopeNames {
  return {
    toolsets: namesIn(request?.headers.get(TOOLSETS_HEADER)),
    tools: namesIn(request?.headers.get(TOOLS_HEADER)),
  };
}
