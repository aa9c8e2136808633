import { inContext } from '../catalog/contexts.ts';
import type { Tool } from '../catalog/tool.ts';
import type { DiscoveryScope } from './visible-tools.ts';

/** What use has taught about tools, by id. Read while an answer is put together: it has to know at once. */
export interface Learning {
  /** The tool that comes right after this one more often than not. */
  nextOf(toolId: string): string | undefined;
  /** Tools that are mostly used in the same sessions. */
  relatedTo(toolId: string): readonly string[];
  /** What a session will most likely use next, the likeliest first. */
  likelyNext(sessionId: string): readonly string[];
}

/** "often followed by …", where that is known and the caller can see the other tool. */
export function nextHint(scope: DiscoveryScope, tool: Tool): { readonly next?: string } {
  const { catalog, learning, contextual, activeContext } = scope;
  const next = learning?.nextOf(tool.id);
  const lookup = next === undefined ? undefined : catalog.lookup(next);
  if (!lookup?.found) return {};
  const { tool: other, source } = lookup.entry;
  const visible = other.enabled && source.exposes(other) && (!contextual || inContext(other, activeContext));
  return visible ? { next: `often followed by ${catalog.addressOf(other)}` } : {};
}
