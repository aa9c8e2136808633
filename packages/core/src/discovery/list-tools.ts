import type { Tool } from '../catalog/tool.ts';
import { type DiscoveryScope, visibleTools } from './visible-tools.ts';

export interface ListInput {
  readonly category?: string | undefined;
  readonly includeDisabled?: boolean | undefined;
  /** Also tools of contexts that are not active. */
  readonly everyContext?: boolean | undefined;
}

/** The tools a caller can see, unranked, in catalog order. */
export function listTools(scope: DiscoveryScope, input: ListInput): readonly Tool[] {
  const { category, includeDisabled, everyContext } = input;
  const visible = visibleTools(everyContext ? { ...scope, contextual: false } : scope, includeDisabled === true);
  return category === undefined ? visible.tools : (visible.byCategory.get(category) ?? []);
}
