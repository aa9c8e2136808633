import { MockLanguageModelV3, mockValues } from 'ai/test';

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

/** A model of the AI SDK that calls the given tools, one in each turn. */
export function scriptedModel(...calls: readonly (readonly [name: string, input: object])[]): MockLanguageModelV3 {
  const turns = mockValues(
    ...calls.map(([toolName, input]) => ({
      content: [{ type: 'tool-call' as const, toolCallId: toolName, toolName, input: JSON.stringify(input) }],
      finishReason: { unified: 'tool-calls' as const, raw: undefined },
      usage,
      warnings: [],
    })),
  );
  return new MockLanguageModelV3({ doGenerate: async () => turns() });
}
