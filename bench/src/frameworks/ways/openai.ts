import { OpenAITools } from '@foldout/adapters/openai';
import OpenAI from 'openai';
import { Clock } from '../clock.ts';
import type { PlainTool } from '../tasks.ts';
import { KEY, LISTED, MODELS, run, searching, THREE, type Way } from './way.ts';

type Item = OpenAI.Responses.ResponseInputItem;

/** The Responses API with OpenAI's SDK: all tools listed, behind three functions, and behind tool search. */
export function openaiWays(tools: readonly PlainTool[], baseURL: string): Way[] {
  const client = new OpenAI({ apiKey: KEY, baseURL, maxRetries: 0 });
  return [listing(client, tools), behind(client, tools, false), behind(client, tools, true)];
}

async function converse(
  client: OpenAI,
  model: string,
  request: string,
  turn: {
    readonly tools: () => OpenAI.Responses.Tool[];
    readonly answer: (output: OpenAI.Responses.ResponseOutputItem[]) => Promise<Item[]>;
  },
): Promise<void> {
  const input: Item[] = [{ role: 'user', content: request }];
  for (;;) {
    const { output } = await client.responses.create({ model, input, tools: turn.tools() });
    const answers = await turn.answer(output);
    if (answers.length === 0) return;
    input.push(
      ...output.filter((item) => item.type === 'function_call' || item.type === 'tool_search_call'),
      ...answers,
    );
  }
}

function listing(client: OpenAI, tools: readonly PlainTool[]): Way {
  const listed = tools.map(({ name, description, schema }) => ({
    type: 'function' as const,
    name,
    description,
    parameters: schema,
    strict: false,
  }));
  const answer = async (output: OpenAI.Responses.ResponseOutputItem[]): Promise<Item[]> =>
    output.flatMap((item) =>
      item.type === 'function_call' ? [{ type: 'function_call_output', call_id: item.call_id, output: run() }] : [],
    );
  return {
    name: 'all tools listed',
    habit: LISTED,
    play: (request) => converse(client, MODELS.three, request, { tools: () => listed, answer }),
  };
}

function behind(client: OpenAI, tools: readonly PlainTool[], toolSearch: boolean): Way {
  const clock = new Clock();
  const foldout = new OpenAITools(
    tools.map(({ name, description, schema }) => ({ name, description, parameters: schema, run })),
    { toolSearch },
  );
  const turn = {
    tools: clock.measured(() => foldout.tools()),
    answer: clock.measured((output: OpenAI.Responses.ResponseOutputItem[]) => foldout.answer(output)),
  };
  return {
    name: toolSearch ? 'openai, tool search' : 'openai, three tools',
    habit: toolSearch ? searching('tool_search') : THREE,
    clock,
    play: (request) => converse(client, toolSearch ? MODELS.search : MODELS.three, request, turn),
  };
}
