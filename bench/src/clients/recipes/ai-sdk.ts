import { copyProgram } from '../copy-program.ts';
import type { AgentRecipe } from '../recipe.ts';

export const aiSdk: AgentRecipe = {
  id: 'ai-sdk',
  title: 'AI SDK',
  packages: ['@ai-sdk/mcp', 'ai', '@ai-sdk/openai-compatible', 'zod'],
  node: 22,
  launch: (place, prompt) => ({
    command: place.node,
    args: [copyProgram(place, 'ai-sdk-agent.js'), JSON.stringify({ ...place, prompt })],
    env: { AI_SDK_LOG_WARNINGS: 'false' },
  }),
};
