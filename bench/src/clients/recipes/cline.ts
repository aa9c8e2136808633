import { join } from 'node:path';
import { type AgentRecipe, onNode, SERVER, write } from '../recipe.ts';

const PROVIDER = 'openai-compatible';

export const cline: AgentRecipe = {
  id: 'cline',
  title: 'Cline',
  packages: ['cline'],
  node: 20,
  launch(place, prompt) {
    const { gateway, home, model } = place;
    const settings = join(home, '.cline', 'data', 'settings');
    const server = 'url' in gateway ? { type: 'streamableHttp', ...gateway } : { type: 'stdio', ...gateway };
    write(join(settings, 'cline_mcp_settings.json'), {
      mcpServers: { [SERVER]: { ...server, disabled: false, autoApprove: [] } },
    });
    write(join(settings, 'global-settings.json'), { telemetryOptOut: true, autoUpdateEnabled: false });
    write(join(settings, 'providers.json'), {
      version: 1,
      lastUsedProvider: PROVIDER,
      providers: {
        [PROVIDER]: {
          settings: { provider: PROVIDER, apiKey: 'x', model: 'scripted', baseUrl: `${model}/v1` },
          updatedAt: new Date().toISOString(),
          tokenSource: 'manual',
        },
      },
    });
    const { command, args } = onNode(place, 'cline', 'bin', 'cline');
    return {
      command,
      args: [...args, '--auto-approve', 'true', '-P', PROVIDER, '-m', 'scripted', prompt],
    };
  },
};
