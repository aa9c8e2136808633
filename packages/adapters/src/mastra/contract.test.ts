import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { MockLanguageModelV3 } from 'ai/test';
import { type AdapterUnderTest, keepsTheContract, type PlainTool } from '../testing/contract.ts';
import { servesTools } from '../testing/serving.ts';
import { callOfThree, idOf, rename } from '../testing/steps.ts';
import { foldoutTools, toMcpServer } from './index.ts';

type Answer = Awaited<ReturnType<MockLanguageModelV3['doGenerate']>>;

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
} as const;

function made({ name: id, description, input: inputSchema, run }: PlainTool) {
  return createTool({
    id,
    description,
    inputSchema,
    execute: async (input, { abortSignal }) => await run(input, abortSignal),
  });
}

function named(tools: readonly ReturnType<typeof made>[]) {
  return Object.fromEntries(tools.map((tool) => [tool.id, tool]));
}

const adapter: AdapterUnderTest = {
  toolSearch: false,
  play: async (plain, steps, options) => {
    const left = [...steps.entries()];
    const model = new MockLanguageModelV3({
      doGenerate: async (): Promise<Answer> => {
        const next = left.shift();
        const raw = next ? ('tool-calls' as const) : ('stop' as const);
        const common = { finishReason: { unified: raw, raw }, usage, warnings: [] as [] };
        if (!next) return { ...common, content: [{ type: 'text', text: 'done' }] };
        const { name: toolName, input } = callOfThree(next[1]);
        const call = { type: 'tool-call', toolCallId: idOf(next[0]), toolName, input: JSON.stringify(input) } as const;
        return { ...common, content: [call] };
      },
    });
    const tools = plain.map(made);
    const { signal, callTimeoutMs, sources } = options;
    const few = foldoutTools(named(tools), { callTimeoutMs, sources });
    rename(plain, tools, options);
    const agent = new Agent({ id: 'agent', name: 'Agent', instructions: 'Help.', model, tools: few });
    await agent.generate('go', { maxSteps: steps.length + 1, ...(signal && { abortSignal: signal }) });
    const requests = model.doGenerateCalls;
    const parts = requests.at(-1)?.prompt.flatMap(({ role, content }) => (role === 'tool' ? content : [])) ?? [];
    return {
      tools: requests.map((request) => JSON.stringify(request.tools)),
      // Mastra adds the time to each message, which no provider sends.
      messages: requests.map(({ prompt }) => JSON.stringify(prompt).replaceAll(/"createdAt":\d+/g, '')),
      answers: parts.flatMap((part) => (part.type === 'tool-result' ? [JSON.stringify(part.output)] : [])),
    };
  },
};

keepsTheContract('Mastra', adapter);
servesTools('Mastra', (plain, options) => toMcpServer(named(plain.map(made)), options));
