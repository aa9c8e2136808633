import { join } from 'node:path';
import { type AgentRecipe, inPackage, servers, write } from '../recipe.ts';

export const opencode: AgentRecipe = {
  id: 'opencode',
  title: 'OpenCode',
  packages: ['opencode-ai'],
  connects: 'opencode',
  status: { args: ['mcp', 'list'], shows: /foldout\s+connected/ },
  launch(place, prompt) {
    const { home, model } = place;
    write(join(home, '.config', 'opencode', 'opencode.json'), {
      autoupdate: false,
      share: 'disabled',
      permission: 'allow',
      model: 'scripted/scripted',
      provider: {
        scripted: {
          npm: '@ai-sdk/openai-compatible',
          name: 'scripted',
          options: { baseURL: `${model}/v1`, apiKey: 'x' },
          models: { scripted: { name: 'scripted', tool_call: true } },
        },
      },
      mcp: servers(place, (gateway) =>
        'url' in gateway
          ? { type: 'remote', url: gateway.url, enabled: true }
          : { type: 'local', command: [gateway.command, ...gateway.args], enabled: true },
      ),
    });
    const platform = process.platform === 'win32' ? 'windows' : process.platform;
    const program = process.platform === 'win32' ? 'opencode.exe' : 'opencode';
    return {
      command: inPackage(place, `opencode-${platform}-${process.arch}`, 'bin', program),
      args: ['run', prompt],
      env: {
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
        OPENCODE_DISABLE_SHARE: '1',
      },
    };
  },
};
