import type Anthropic from '@anthropic-ai/sdk';
import type OpenAI from 'openai';
import type { Step } from './scripted-model.ts';

/** Writes a step of the model as an answer of an API; without a step, the model ends the conversation. */
type ApiForm = (step: Step | undefined, turn: number) => object;

const messagesApi: ApiForm = (step, turn): Omit<Anthropic.Message, 'diagnostics'> => ({
  id: `msg_${turn}`,
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-5',
  content: step
    ? [{ type: 'tool_use', id: `call_${turn}`, name: step.name, input: step.input, caller: { type: 'direct' } }]
    : [{ type: 'text', text: 'done', citations: [] }],
  stop_reason: step ? 'tool_use' : 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 } as Anthropic.Usage,
  container: null,
  stop_details: null,
});

const responsesApi: ApiForm = (step, turn) => ({
  id: `resp_${turn}`,
  object: 'response',
  created_at: 1,
  model: 'gpt-5.4',
  status: 'completed',
  usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
  output: [outputItem(step, turn)],
});

function outputItem(step: Step | undefined, turn: number): OpenAI.Responses.ResponseOutputItem {
  if (!step) {
    const content = [{ type: 'output_text' as const, text: 'done', annotations: [], logprobs: [] }];
    return { type: 'message', id: `msg_${turn}`, role: 'assistant', status: 'completed', content };
  }
  const call = { id: `item_${turn}`, call_id: `call_${turn}`, status: 'completed' } as const;
  // OpenAI's tool search has a form of its own.
  return step.name === 'tool_search'
    ? { ...call, type: 'tool_search_call', execution: 'client', arguments: step.input }
    : { ...call, type: 'function_call', name: step.name, arguments: JSON.stringify(step.input) };
}

const chatCompletions: ApiForm = (step, turn) => ({
  id: `chat_${turn}`,
  object: 'chat.completion',
  created: 1,
  model: 'gpt-4.1',
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  choices: [
    {
      index: 0,
      finish_reason: step ? 'tool_calls' : 'stop',
      logprobs: null,
      message: step
        ? { role: 'assistant', content: null, refusal: null, tool_calls: [chatCall(step, turn)] }
        : { role: 'assistant', content: 'done', refusal: null },
    },
  ],
});

function chatCall({ name, input }: Step, turn: number): OpenAI.Chat.ChatCompletionMessageToolCall {
  return { id: `call_${turn}`, type: 'function', function: { name, arguments: JSON.stringify(input) } };
}

/** The end of a URL → the form of its answers. */
export const API_FORMS: Readonly<Record<string, ApiForm>> = {
  '/messages': messagesApi,
  '/responses': responsesApi,
  '/chat/completions': chatCompletions,
};
