import { inContext } from '../catalog/contexts.ts';
import type { JsonSchema } from '../catalog/json.ts';
import type { Tool } from '../catalog/tool.ts';
import { LOCAL_PRINCIPAL } from '../execution/gate.ts';
import type { LearnedLifts } from './lift-learned.ts';
import { type DiscoveryScope, isCallable } from './visible-tools.ts';

/** Usage statistics of tools, by id. Read synchronously while an answer is built. */
export interface Learning {
  /** The tool that is called right after this one in more than half of all cases. */
  nextOf(toolId: string): string | undefined;
  /** Tools that are mostly called in the same sessions. */
  relatedTo(toolId: string): readonly string[];
  /** The tools a session will most likely call next, the likeliest first. */
  likelyNext(sessionId: string): readonly string[];
  /** The tools that like searches of this principal have led to, by id. */
  leadsTo?(query: string, principal: string): LearnedLifts;
  /** Tool → the stems of the words of this principal's searches that led to a call of it. */
  searchesOf?(principal: string): Promise<ReadonlyMap<string, readonly (readonly string[])[]>>;
  /** What the results of a tool looked like for this principal, if its server does not declare it. */
  outputOf?(tool: Tool, principal: string): InferredOutput | undefined;
}

/** The types of results, learned from use. */
export interface InferredOutput {
  readonly schema: JsonSchema;
  /** The number of results that it rests on; older ones count less. */
  readonly results: number;
}

/** The inferred output of a tool without an output schema. */
export function inferredOutput(
  { learning, principal }: Pick<DiscoveryScope, 'learning' | 'principal'>,
  tool: Tool,
): InferredOutput | undefined {
  return tool.outputSchema ? undefined : learning?.outputOf?.(tool, principal ?? LOCAL_PRINCIPAL);
}

/** The tools that like searches of the caller have led to. */
export function learnedLifts(
  { learning, principal }: Pick<DiscoveryScope, 'learning' | 'principal'>,
  query: string,
): LearnedLifts | undefined {
  return learning?.leadsTo?.(query, principal ?? LOCAL_PRINCIPAL);
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
