import { matchesTags, type TagMode } from '../catalog/registry.ts';
import { type Risk, riskOf, type Tool } from '../catalog/tool.ts';

/** Exact conditions on a tool. An absent field is no condition. */
export interface ToolFilters {
  readonly server?: string | undefined;
  readonly category?: string | undefined;
  readonly tag?: string | readonly string[] | undefined;
  /** Whether a tool needs any of the tags (default) or all of them. */
  readonly tagMode?: TagMode | undefined;
  /** Exactly this risk. A tool that declares nothing about its effects counts as `write`. */
  readonly risk?: Risk | undefined;
}

export function passes({ server, category, tag, tagMode = 'any', risk }: ToolFilters): (tool: Tool) => boolean {
  const wanted = tag === undefined ? [] : [tag].flat();
  return (tool) =>
    (server === undefined || tool.server === server) &&
    (category === undefined || tool.category === category) &&
    (risk === undefined || riskOf(tool) === risk) &&
    matchesTags(tool.tags, wanted, tagMode);
}
