import { join } from 'node:path';
import { type AgentRecipe, inPackage, SERVER, write } from '../recipe.ts';

export const claudeCode: AgentRecipe = {
  id: 'claude-code',
  title: 'Claude Code',
  packages: ['@anthropic-ai/claude-code'],
  launch(place, prompt) {
    const { gateway, home, model } = place;
    const config = write(join(home, 'mcp.json'), {
      mcpServers: { [SERVER]: 'url' in gateway ? { type: 'http', ...gateway } : { type: 'stdio', ...gateway } },
    });
    const program = process.platform === 'win32' ? 'claude.exe' : 'claude';
    return {
      // The package's own program is a placeholder that an install script replaces.
      command: inPackage(place, `@anthropic-ai/claude-code-${process.platform}-${process.arch}`, program),
      args: ['-p', prompt, '--mcp-config', config, '--strict-mcp-config', '--allowedTools', `mcp__${SERVER}`].concat([
        '--model',
        'claude-sonnet-4-5',
      ]),
      env: {
        ANTHROPIC_BASE_URL: model,
        ANTHROPIC_API_KEY: 'x',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
        DISABLE_TELEMETRY: '1',
        DISABLE_ERROR_REPORTING: '1',
      },
    };
  },
};
