import { join } from 'node:path';
import { type AgentRecipe, onNode, servers, write } from '../recipe.ts';

export const qwenCode: AgentRecipe = {
  id: 'qwen-code',
  title: 'Qwen Code',
  packages: ['@qwen-code/qwen-code'],
  node: 22,
  connects: 'qwen-code',
  status: { args: ['mcp', 'list'], shows: /foldout: .*Connected/ },
  launch(place, prompt) {
    const { home, model } = place;
    write(join(home, '.qwen', 'settings.json'), {
      general: { enableAutoUpdate: false, disableAutoUpdate: true },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      security: { auth: { selectedType: 'openai' } },
      mcpServers: servers(place, (gateway) => ('url' in gateway ? { httpUrl: gateway.url } : gateway)),
    });
    const { command, args } = onNode(place, '@qwen-code/qwen-code', 'cli-entry.js');
    return {
      command,
      args: [...args, '--yolo', '-p', prompt],
      env: { OPENAI_API_KEY: 'x', OPENAI_BASE_URL: `${model}/v1`, OPENAI_MODEL: 'scripted' },
    };
  },
};
