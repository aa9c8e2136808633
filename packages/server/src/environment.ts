import type { McpServerOptions } from './options.ts';
import { namesIn } from './surfaces/tool-scopes.ts';

type Settings = Pick<McpServerOptions, 'toolsets' | 'tools' | 'alwaysAvailable' | 'toolsMode'>;

/** What the environment says. An option given in code wins over it. */
export function environmentOptions(env: Readonly<Record<string, string | undefined>>): Settings {
  const toolsets = namesIn(env['TOOLSETS']);
  const tools = namesIn(env['TOOLS']);
  const alwaysAvailable = namesIn(env['ALWAYS_AVAILABLE_TOOLS']);
  const mode = env['MCP_TOOLS_MODE'];
  return {
    ...(toolsets && { toolsets }),
    ...(tools && { tools }),
    ...(alwaysAvailable && { alwaysAvailable }),
    ...((mode === 'core' || mode === 'extended') && { toolsMode: mode }),
  };
}
