import { join } from 'node:path';
import { type AgentRecipe, inPackage, SERVER, servers, write } from '../recipe.ts';

export const claudeCode: AgentRecipe = {
  id: 'claude-code',
  title: 'Claude Code',
  packages: ['@anthropic-ai/claude-code'],
  connects: 'claude-code',
  status: { args: ['mcp', 'list'], shows: /foldout: .*Connected/ },
  launch(place, prompt) {
    const { home, model } = place;
    // `foldout connect` writes the user's servers into `~/.claude.json`.
    const file = join(home, place.connected ? '.claude.json' : 'mcp.json');
    write(file, {
      mcpServers: servers(place, (gateway) => ({ type: 'url' in gateway ? 'http' : 'stdio', ...gateway })),
    });
    const only = place.connected ? [] : ['--mcp-config', file, '--strict-mcp-config'];
    const program = process.platform === 'win32' ? 'claude.exe' : 'claude';
    return {
      // The package's own program is a placeholder that an install script replaces.
      command: inPackage(place, `@anthropic-ai/claude-code-${process.platform}-${process.arch}`, program),
      args: ['-p', prompt, ...only, '--allowedTools', `mcp__${SERVER}`, '--model', 'claude-sonnet-4-5'],
      env: {
        ANTHROPIC_BASE_URL: model,
        ANTHROPIC_API_KEY: 'x',
        // A prompt without a person at the terminal would not wait for the user's servers.
        MCP_CONNECTION_NONBLOCKING: 'false',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
        DISABLE_TELEMETRY: '1',
        DISABLE_ERROR_REPORTING: '1',
      },
    };
  },
};
