import { join } from 'node:path';
import { type AgentRecipe, onNode, servers, write } from '../recipe.ts';

export const copilotCli: AgentRecipe = {
  id: 'copilot-cli',
  title: 'Copilot CLI',
  packages: ['@github/copilot'],
  node: 22,
  connects: 'copilot-cli',
  status: { args: ['mcp', 'list'], shows: /foldout/ },
  launch(place, prompt) {
    const { home, model } = place;
    const folder = join(home, '.copilot');
    write(join(folder, 'mcp-config.json'), {
      mcpServers: servers(place, (gateway) => ({
        tools: ['*'],
        type: 'url' in gateway ? 'http' : 'local',
        ...gateway,
      })),
    });
    const { command, args } = onNode(place, '@github/copilot', 'npm-loader.js');
    return {
      command,
      args: [...args, '-p', prompt, '--allow-all-tools', '--no-auto-update'],
      env: {
        COPILOT_HOME: folder,
        COPILOT_OFFLINE: 'true',
        COPILOT_AUTO_UPDATE: 'false',
        COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
        COPILOT_PROVIDER_API_KEY: 'x',
        COPILOT_MODEL: 'scripted',
      },
    };
  },
};
