import type { CallContext, Engine, JsonObject } from '@foldout/core';
import { ambiguousName, missingServerError, readName, spell, withoutHostPrefix } from '@foldout/core/internal';
import type { ListedNames } from './listed-names.ts';
import type { MetaTools } from './meta-tools.ts';
import type { Resolved, Surface, Viewer } from './surface.ts';

export interface ResolveParts {
  readonly surface: Surface;
  readonly meta: MetaTools;
  readonly names: ListedNames;
}

/**
 * What a `tools/call` means: a tool of the surface, a meta-tool, or a tool of the catalog by its own name. Every
 * surface accepts meta-tools and tools of the catalog. Undefined if the viewer has no tool of that name.
 */
export function resolveCall(
  { surface, meta, names }: ResolveParts,
  name: string,
  input: JsonObject,
  viewer: Viewer,
): Resolved | undefined {
  return (
    surface.resolve?.(name, input, viewer) ??
    meta.resolve(name, input, viewer, names) ??
    catalogCall(names.idOf(name) ?? name, input, viewer) ??
    healedCall({ surface, meta, names }, name, input, viewer)
  );
}

/**
 * A name that no tool has may be a tool of a server that is starting, or that cannot be started. Waits for the first, and
 * answers with the reason for the second. Undefined for every other name.
 */
export async function resolveLate(
  parts: ResolveParts & { readonly engine: Engine },
  name: string,
  input: JsonObject,
  viewer: Viewer,
  context: Partial<CallContext>,
): Promise<Resolved | undefined> {
  await parts.engine.awaitTool(name, context);
  const resolved = resolveCall(parts, name, input, viewer);
  if (resolved) return resolved;
  const error = missingServerError(viewer.catalog, name);
  return error && { action: { kind: 'refuse', error }, byOwnName: true };
}

/** The call of a name with a host's prefix, with `-` and `_` swapped, or with another separator than `/`. */
function healedCall({ surface, meta, names }: ResolveParts, name: string, input: JsonObject, viewer: Viewer) {
  const spelling = withoutHostPrefix(name) ?? spell(name);
  const own = meta.spelled(spelling);
  const reading = readName(viewer.catalog, name);
  if (own !== undefined && reading.kind !== 'unknown') {
    const ids = reading.kind === 'ambiguous' ? reading.ids : [reading.kind === 'healed' ? reading.tool.id : name];
    return refused(name, [own, ...ids]);
  }
  if (reading.kind === 'ambiguous') return refused(name, reading.ids);
  if (reading.kind === 'healed')
    return warned(catalogCall(reading.tool.id, input, viewer), name, names.nameOf(reading.tool));
  const meant = own ?? spelling;
  const resolved =
    surface.resolve?.(meant, input, viewer) ?? (own ? meta.resolve(own, input, viewer, names) : undefined);
  return warned(resolved, name, meant);
}

function refused(name: string, ids: readonly string[]): Resolved {
  return { action: { kind: 'refuse', error: ambiguousName(name, ids) } };
}

function warned(resolved: Resolved | undefined, sent: string, meant: string): Resolved | undefined {
  if (!resolved) return undefined;
  return { ...resolved, warnings: [`tool: read '${sent.slice(0, 80)}' as '${meant}'`, ...(resolved.warnings ?? [])] };
}

function catalogCall(command: string, input: JsonObject, { catalog }: Viewer): Resolved | undefined {
  const lookup = catalog.lookup(command);
  if (lookup.found)
    return { action: { kind: 'call', input: { command, input }, entry: lookup.entry }, byOwnName: true };
  // Several servers have a tool of this name: the call fails with an error that lists the candidates.
  return lookup.candidates.length > 0
    ? { action: { kind: 'call', input: { command, input } }, byOwnName: true }
    : undefined;
}
