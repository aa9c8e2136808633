import { type Json, json, plainEvents, readContent, type SeenResult, type Wire } from './wire.ts';

/** OpenAI's chat completions API, which most other vendors offer too. */
export const chat: Wire = {
  matches: (path) => /\/chat\/completions(\?|$)/.test(path),
  read: ({ tools = [], messages = [] }) => ({
    tools: tools.map((definition: Json) => ({ name: definition.function?.name ?? '', definition })),
    results: readResults(messages),
    rest: JSON.stringify(messages),
  }),
  answer(reply, { body, serial }) {
    const uses = 'use' in reply;
    const call = uses && {
      index: 0,
      id: `call_${serial}`,
      type: 'function',
      function: { name: reply.use.tool.name, arguments: JSON.stringify(reply.use.input) },
    };
    const message = call
      ? { role: 'assistant', content: null, tool_calls: [call] }
      : { role: 'assistant', content: uses ? '' : reply.text };
    const finish_reason = uses ? 'tool_calls' : 'stop';
    const base = { id: `chat_${serial}`, created: 1, model: body.model };
    const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };
    if (!body.stream) {
      return json({ ...base, object: 'chat.completion', choices: [{ index: 0, message, finish_reason }], usage });
    }
    const chunk = (delta: unknown, finish: string | null) => ({
      ...base,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason: finish }],
    });
    return plainEvents([chunk(message, null), { ...chunk({}, finish_reason), usage }], 'data: [DONE]\n\n');
  },
};

/** A tool message holds text only in this format: clients send a picture in a user message after the tool message. */
function readResults(messages: readonly Json[]): SeenResult[] {
  const results: SeenResult[] = [];
  for (const { role, content } of messages) {
    if (role === 'tool') results.push(readContent(content));
    const last = results.at(-1);
    if (role === 'user' && last && Array.isArray(content)) {
      results[results.length - 1] = { ...last, images: last.images + readContent(content).images };
    }
  }
  return results;
}
