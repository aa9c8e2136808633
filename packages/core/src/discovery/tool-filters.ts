import { matchesTags, type TagMode } from '../catalog/registry.ts';
import type { Tool } from '../catalog/tool.ts';

/** What a tool must be, exactly; what is not given is not asked. */
export interface ToolFilters {
  readonly server?: string | undefined;
  readonly category?: string | undefined;
  readonly tag?: string | readonly string[] | undefined;
  /** Whether one of several tags is enough, which it is unless said otherwise. */
  readonly tagMode?: TagMode | undefined;
}

export function passes({ server, category, tag, tagMode = 'any' }: ToolFilters): (tool: Tool) => boolean {
  const wanted = tag === undefined ? [] : [tag].flat();
  return (tool) =>
    (server === undefined || tool.server === server) &&
    (category === undefined || tool.category === category) &&
    matchesTags(tool.tags, wanted, tagMode);
}
