import { copyProgram } from '../copy-program.ts';
import type { AgentRecipe } from '../recipe.ts';

export const openaiAgents: AgentRecipe = {
  id: 'openai-agents',
  title: 'OpenAI Agents',
  packages: ['@openai/agents', 'zod'],
  node: 22,
  launch: (place, prompt) => ({
    command: place.node,
    args: [copyProgram(place, 'openai-agents-agent.js'), JSON.stringify({ ...place, prompt })],
    env: {
      OPENAI_API_KEY: 'x',
      OPENAI_BASE_URL: `${place.model}/v1`,
      OPENAI_AGENTS_DISABLE_TRACING: '1',
    },
  }),
};
