import { join } from 'node:path';
import { type AgentRecipe, onNode, SERVER, write } from '../recipe.ts';

export const continueCli: AgentRecipe = {
  id: 'continue',
  title: 'Continue',
  packages: ['@continuedev/cli'],
  node: 20,
  launch(place, prompt) {
    const { gateway, home, model } = place;
    const server = 'url' in gateway ? { type: 'streamable-http', ...gateway } : gateway;
    // JSON is YAML too.
    const config = write(join(home, 'config.yaml'), {
      name: 'lab',
      version: '0.0.1',
      schema: 'v1',
      models: [
        {
          name: 'scripted',
          provider: 'openai',
          model: 'scripted',
          apiKey: 'x',
          apiBase: `${model}/v1`,
          roles: ['chat'],
          capabilities: ['tool_use'],
        },
      ],
      mcpServers: [{ name: SERVER, ...server }],
    });
    const { command, args } = onNode(place, '@continuedev/cli', 'dist', 'cn.js');
    return {
      command,
      args: [...args, '--config', config, '--auto', '-p', prompt],
      env: {
        CONTINUE_GLOBAL_DIR: join(home, '.continue'),
        CONTINUE_TELEMETRY_ENABLED: '0',
        CONTINUE_CLI_ENABLE_TELEMETRY: '0',
      },
    };
  },
};
