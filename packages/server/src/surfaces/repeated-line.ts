import { FINDERS } from './adapt-to-client.ts';
import type { ListedTool, Surface } from './surface.ts';

/**
 * Repeats the instructions in the description of the search tool, for hosts that do not show instructions to the model.
 * `tools/list` then changes with the catalog, because the instructions do.
 */
export function repeatingInstructions(surface: Surface): Surface {
  return {
    ...surface,
    varies: true,
    list: (viewer) => {
      const line = surface.instructions?.(viewer);
      const tools = surface.list(viewer);
      return line === undefined ? tools : tools.map((tool) => withLine(tool, line));
    },
  };
}

function withLine(tool: ListedTool, line: string): ListedTool {
  return FINDERS.has(tool.name) ? { ...tool, description: `${tool.description} ${line}` } : tool;
}
