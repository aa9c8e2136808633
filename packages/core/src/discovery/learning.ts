import { inContext } from '../catalog/contexts.ts';
import type { Tool } from '../catalog/tool.ts';
import { type DiscoveryScope, isCallable } from './visible-tools.ts';

/** Usage statistics of tools, by id. Read synchronously while an answer is built. */
export interface Learning {
  /** The tool that is called right after this one in more than half of all cases. */
  nextOf(toolId: string): string | undefined;
  /** Tools that are mostly called in the same sessions. */
  relatedTo(toolId: string): readonly string[];
  /** The tools a session will most likely call next, the likeliest first. */
  likelyNext(sessionId: string): readonly string[];
}

/** "often followed by …", where the statistics name a tool that the caller can see. */
export function nextHint(scope: DiscoveryScope, tool: Tool): { readonly next?: string } {
  const { catalog, learning, contextual, activeContext } = scope;
  const next = learning?.nextOf(tool.id);
  const lookup = next === undefined ? undefined : catalog.lookup(next);
  if (!lookup?.found) return {};
  const { tool: other } = lookup.entry;
  const visible = isCallable(lookup.entry) && (!contextual || inContext(other, activeContext));
  return visible ? { next: `often followed by ${catalog.addressOf(other)}` } : {};
}
