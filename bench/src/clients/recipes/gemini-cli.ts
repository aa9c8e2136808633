import { join } from 'node:path';
import { type AgentRecipe, onNode, servers, write } from '../recipe.ts';

export const geminiCli: AgentRecipe = {
  id: 'gemini-cli',
  title: 'Gemini CLI',
  packages: ['@google/gemini-cli'],
  node: 20,
  connects: 'gemini-cli',
  status: { args: ['mcp', 'list'], shows: /foldout: .*Connected/ },
  launch(place, prompt) {
    const { home, model } = place;
    write(join(home, '.gemini', 'settings.json'), {
      general: { enableAutoUpdate: false, disableAutoUpdate: true },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      security: { folderTrust: { enabled: false }, auth: { selectedType: 'gemini-api-key' } },
      mcpServers: servers(place, (gateway) => ('url' in gateway ? { httpUrl: gateway.url } : gateway)),
    });
    const { command, args } = onNode(place, '@google/gemini-cli', 'bundle', 'gemini.js');
    return {
      command,
      args: [...args, '--yolo', '-m', 'gemini-2.5-pro', '-p', prompt],
      env: { GEMINI_API_KEY: 'x', GOOGLE_GEMINI_BASE_URL: model, GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    };
  },
};
