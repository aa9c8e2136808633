import { join } from 'node:path';
import { type AgentRecipe, onNode, SERVER, write } from '../recipe.ts';

export const kimi: AgentRecipe = {
  id: 'kimi',
  title: 'Kimi Code',
  packages: ['@moonshot-ai/kimi-code'],
  node: 22,
  launch(place, prompt) {
    const { gateway, home, model } = place;
    const folder = join(home, '.kimi-code');
    const lines = [
      'default_model = "scripted"',
      'telemetry = false',
      '[providers.scripted]',
      'type = "openai"',
      `base_url = ${JSON.stringify(`${model}/v1`)}`,
      'api_key = "x"',
      '[models.scripted]',
      'provider = "scripted"',
      'model = "scripted"',
      'max_context_size = 200000',
    ];
    write(join(folder, 'config.toml'), `${lines.join('\n')}\n`);
    write(join(folder, 'mcp.json'), { mcpServers: { [SERVER]: gateway } });
    const { command, args } = onNode(place, '@moonshot-ai/kimi-code', 'dist', 'main.mjs');
    return {
      command,
      args: [...args, '-p', prompt],
      env: { KIMI_CODE_HOME: folder, KIMI_DISABLE_TELEMETRY: '1', KIMI_CODE_NO_AUTO_UPDATE: '1' },
    };
  },
};
