import type { ListedTool, Surface } from './surface.ts';

/** The tools that a model finds others with, one of which every surface that hides tools lists. */
const FINDERS = new Set(['afd-discover', 'search_tools', 'list_available_tools', 'list_extended_tools']);

/**
 * A surface whose finding tool also says what is behind it, for hosts that do not show a server's instructions to
 * the model. Its list then changes with the catalog.
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
