import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText, jsonSchema, type LanguageModel, stepCountIs, type ToolSet, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { afterAll } from 'vitest';
import {
  type AdapterUnderTest,
  keepsTheContract,
  type PlainTool,
  type Played,
  type Step,
} from '../testing/contract.ts';
import { MessagesApi, toolUse } from '../testing/messages-api.ts';
import { functionCall, ResponsesApi, toolSearchCall } from '../testing/responses-api.ts';
import { servesTools } from '../testing/serving.ts';
import { callOfThree, directCall, idOf, rename, schemaOf } from '../testing/steps.ts';
import { foldoutTools, nativeSearch, toMcpServer } from './index.ts';

type Answer = Awaited<ReturnType<MockLanguageModelV3['doGenerate']>>;

const messagesApi = await MessagesApi.open();
const responsesApi = await ResponsesApi.open();
afterAll(() => {
  messagesApi[Symbol.dispose]();
  responsesApi[Symbol.dispose]();
});

function made(plain: readonly PlainTool[]): ToolSet {
  const each = plain.map((one) => {
    const { name, description } = one;
    const made = tool({
      description,
      inputSchema: jsonSchema<Record<string, unknown>>(schemaOf(one)),
      execute: async (input, { abortSignal }) => await one.run(input, abortSignal),
    });
    return [name, made] as const;
  });
  return Object.fromEntries(each);
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
} as const;

const threeTools: AdapterUnderTest = {
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
    const { signal, callTimeoutMs, sources } = options;
    const set = made(plain);
    const tools = await foldoutTools(set, { callTimeoutMs, sources });
    rename(plain, Object.values(set), options);
    await generateText({
      model,
      tools,
      prompt: 'go',
      stopWhen: stepCountIs(steps.length + 1),
      ...(signal && { abortSignal: signal }),
    });
    const requests = model.doGenerateCalls;
    const parts = requests.at(-1)?.prompt.flatMap(({ role, content }) => (role === 'tool' ? content : [])) ?? [];
    return {
      tools: requests.map((request) => JSON.stringify(request.tools)),
      messages: requests.map(({ prompt }) => JSON.stringify(prompt)),
      answers: parts.flatMap((part) => (part.type === 'tool-result' ? [JSON.stringify(part.output)] : [])),
    };
  },
};

/** A run with the tool search of a vendor, through the SDK's own provider. */
function native(model: LanguageModel, script: (steps: readonly Step[]) => void, seen: () => Played): AdapterUnderTest {
  return {
    toolSearch: true,
    play: async (plain, steps, options) => {
      const { signal, callTimeoutMs, sources } = options;
      const set = made(plain);
      const searched = await nativeSearch(set, { model, callTimeoutMs, sources });
      rename(plain, Object.values(set), options);
      script(steps);
      await generateText({
        model,
        ...searched,
        prompt: 'go',
        maxRetries: 0,
        stopWhen: stepCountIs(steps.length + 1),
        ...(signal && { abortSignal: signal }),
      });
      return seen();
    },
  };
}

const anthropic = native(
  createAnthropic({ apiKey: 'none', baseURL: `${messagesApi.url}/v1` })('claude-sonnet-5'),
  (steps) =>
    messagesApi.script(
      steps.map((step, index) => [toolUse(directCall(step).name, directCall(step).input, idOf(index))]),
    ),
  () => {
    const { requests } = messagesApi;
    const blocks = requests.at(-1)?.messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
    return {
      tools: requests.map(({ tools }) => JSON.stringify(tools)),
      // The provider marks the last message for the cache, if at all: the messages are compared without it.
      messages: requests.map(({ messages }) => JSON.stringify(messages)),
      answers: (blocks ?? []).flatMap((block) => (block.type === 'tool_result' ? [JSON.stringify(block.content)] : [])),
    };
  },
);

const openai = native(
  createOpenAI({ apiKey: 'none', baseURL: responsesApi.url })('gpt-5.4'),
  (steps) =>
    responsesApi.script(
      steps.map((step, index) => {
        const { name, input } = directCall(step);
        return ['search' in step ? toolSearchCall(input, idOf(index)) : functionCall(name, input, idOf(index))];
      }),
    ),
  () => {
    const { requests } = responsesApi;
    const input = requests.at(-1)?.input;
    return {
      tools: requests.map(({ tools }) => JSON.stringify(tools)),
      messages: requests.map((request) => JSON.stringify(request.input)),
      answers: (Array.isArray(input) ? input : []).flatMap((item) => {
        if (item.type === 'function_call_output') return [JSON.stringify(item.output)];
        return item.type === 'tool_search_output' ? [JSON.stringify(item.tools)] : [];
      }),
    };
  },
);

keepsTheContract('the AI SDK, three tools', threeTools);
keepsTheContract("the AI SDK, Anthropic's tool search", anthropic);
keepsTheContract("the AI SDK, OpenAI's tool search", openai);
servesTools('the AI SDK', (plain, options) => toMcpServer(made(plain), options));
