import { type Json, json, namedEvents, readContent, type Wire } from './wire.ts';

/** Anthropic's messages API. */
export const anthropic: Wire = {
  matches: (path) => /\/messages(\?|$)/.test(path),
  read: ({ tools = [], messages = [], system }) => ({
    tools: tools.map((definition: Json) => ({ name: definition.name, definition })),
    results: messages.flatMap(({ content }: Json) =>
      (Array.isArray(content) ? content : [])
        .filter(({ type }: Json) => type === 'tool_result')
        .map((block: Json) => readContent(block.content)),
    ),
    rest: JSON.stringify({ system, messages }),
  }),
  answer(reply, { body, serial }) {
    const uses = 'use' in reply;
    const block = uses
      ? { type: 'tool_use', id: `toolu_${serial}`, name: reply.use.tool.name, input: reply.use.input }
      : { type: 'text', text: reply.text };
    const stop_reason = uses ? 'tool_use' : 'end_turn';
    const message = {
      id: `msg_${serial}`,
      type: 'message',
      role: 'assistant',
      model: body.model,
      stop_sequence: null,
      usage: { input_tokens: 10, output_tokens: 10 },
    };
    if (!body.stream) return json({ ...message, content: [block], stop_reason });
    const empty = uses ? { ...block, input: {} } : { type: 'text', text: '' };
    const delta = uses
      ? { type: 'input_json_delta', partial_json: JSON.stringify(reply.use.input) }
      : { type: 'text_delta', text: reply.text };
    return namedEvents([
      { type: 'message_start', message: { ...message, content: [], stop_reason: null } } as Json,
      { type: 'content_block_start', index: 0, content_block: empty },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 10 } },
      { type: 'message_stop' },
    ]);
  },
};
