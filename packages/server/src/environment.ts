import { environmentScope, namesIn } from '@foldout/core';
import type { McpServerOptions } from './options.ts';

type Settings = Pick<McpServerOptions, 'toolsets' | 'tools' | 'alwaysAvailable' | 'toolsMode'>;

/** What the environment says. An option given in code wins over it. */
export function environmentOptions(env: Readonly<Record<string, string | undefined>>): Settings {
  const alwaysAvailable = namesIn(env['ALWAYS_AVAILABLE_TOOLS']);
  const mode = env['MCP_TOOLS_MODE'];
  return {
    ...environmentScope(env),
    ...(alwaysAvailable && { alwaysAvailable }),
    ...((mode === 'core' || mode === 'extended') && { toolsMode: mode }),
  };
}
