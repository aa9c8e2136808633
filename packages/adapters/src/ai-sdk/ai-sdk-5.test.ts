import { generateText, stepCountIs, type ToolSet, tool } from 'ai5';
import { MockLanguageModelV2 } from 'ai5/test';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { foldoutTools, nativeSearch, selectTools } from './index.ts';

// The adapter imports the version that the program has.
vi.mock('ai', () => import('ai5'));

type Answer = Awaited<ReturnType<MockLanguageModelV2['doGenerate']>>;

const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
const orders: ToolSet = {
  cancel: tool({
    description: 'Cancel an order',
    inputSchema: z.object({ id: z.number() }),
    execute: async ({ id }, { toolCallId }) => `canceled ${id} in ${toolCallId}`,
  }),
  photo: tool({
    description: 'Show a photo of an order',
    inputSchema: z.object({}),
    execute: async () => ({ pixels: 9 }),
    toModelOutput: ({ pixels }) => ({ type: 'text', value: `a photo of ${pixels} pixels` }),
  }),
};
// The types of version 5 are older than those that the package is compiled with.
const asSet = orders as unknown as Parameters<typeof foldoutTools>[0];
const call = (command: string, input: object) => ({ toolName: 'afd-call', input: JSON.stringify({ command, input }) });

function scripted(...calls: { toolName: string; input: string }[]): MockLanguageModelV2 {
  return new MockLanguageModelV2({
    doGenerate: async (): Promise<Answer> => {
      const next = calls.shift();
      const common = { usage, warnings: [] };
      if (!next) return { ...common, finishReason: 'stop', content: [{ type: 'text', text: 'done' }] };
      return { ...common, finishReason: 'tool-calls', content: [{ type: 'tool-call', toolCallId: 'c1', ...next }] };
    },
  });
}

it('runs tools of AI SDK 5, and lets their toModelOutput decide what the model reads', async () => {
  const model = scripted(call('cancel', { id: '5' }), call('photo', {}));
  const tools = (await foldoutTools(asSet)) as unknown as ToolSet;
  await generateText({ model, tools, prompt: 'go', stopWhen: stepCountIs(5) });
  const [first, , last] = model.doGenerateCalls;
  expect(JSON.stringify(last?.prompt)).toContain('canceled 5 in c1');
  expect(JSON.stringify(last?.prompt)).toContain('{"type":"text","value":"a photo of 9 pixels"}');
  expect(last?.tools).toEqual(first?.tools);
});

it('takes three tools in place of tool search, which the providers of AI SDK 5 cannot send', async () => {
  const model = Object.assign(scripted(), { provider: 'anthropic.messages', modelId: 'claude-sonnet-5' });
  const { tools } = await nativeSearch(asSet, { model: model as never });
  expect(Object.keys(tools)).toEqual(['afd-discover', 'afd-detail', 'afd-call']);
});

it('selects tools of AI SDK 5', async () => {
  const model = scripted();
  const prepareStep = selectTools(asSet, { k: 1 }) as never;
  await generateText({ model, tools: orders, prompt: 'show me a photo', prepareStep });
  expect(model.doGenerateCalls[0]?.tools?.map(({ name }) => name)).toEqual(['photo']);
});
