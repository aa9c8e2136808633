import { type Json, json, namedEvents, type Reply, readContent, type Wire } from './wire.ts';

/** OpenAI's responses API. */
export const responses: Wire = {
  matches: (path) => /\/responses(\?|$)/.test(path),
  read: ({ tools = [], input = [], instructions }) => {
    const items: Json[] = Array.isArray(input) ? input : [];
    return {
      tools: [...tools, ...items.flatMap(foundTools)].flatMap(offered),
      results: items.filter(({ type = '' }) => type.endsWith('_output')).map(readOutput),
      rest: JSON.stringify({ instructions, input }),
    };
  },
  answer(reply, { body, serial }) {
    const item = itemOf(reply, serial);
    const usage = {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 10,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 20,
    };
    const response = {
      id: `resp_${serial}`,
      object: 'response',
      created_at: 1,
      status: 'completed',
      model: body.model,
      output: [item],
      tools: [],
      usage,
    };
    if (!body.stream) return json(response);
    const at = { item_id: item.id, output_index: 0 };
    const events: Json[] = [
      { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item: { ...item, ...emptied(item) } },
      ...deltas(item).map((delta) => ({ ...at, ...delta })),
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response },
    ];
    return namedEvents(events.map((event, sequence_number) => ({ ...event, sequence_number })));
  },
};

/** Tools that the client's own search returned: the model may call them from then on. */
function foundTools({ type, tools = [] }: Json): Json[] {
  return type === 'tool_search_output' ? tools : [];
}

/** A namespace holds the tools of one server. Tools of the vendor have a type and no name. */
function offered(definition: Json): Json[] {
  if (definition.type !== 'namespace') return [{ name: definition.name ?? definition.type, definition }];
  const { name: namespace, tools = [] } = definition;
  return tools.map((tool: Json) => ({ name: tool.name, namespace, definition: tool }));
}

function readOutput(item: Json) {
  // The vendor's tool search answers with a list of definitions instead of a text.
  return readContent(item.output ?? JSON.stringify(item.tools ?? ''));
}

function itemOf(reply: Reply, serial: number): Json {
  if (!('use' in reply)) {
    const content = [{ type: 'output_text', text: reply.text, annotations: [] }];
    return { type: 'message', id: `msg_${serial}`, role: 'assistant', status: 'completed', content };
  }
  const { tool, input } = reply.use;
  const call = { id: `call_item_${serial}`, call_id: `call_${serial}`, status: 'completed' };
  if (tool.name === 'tool_search') return { ...call, type: 'tool_search_call', execution: 'client', arguments: input };
  const { name, namespace } = tool;
  return { ...call, type: 'function_call', name, ...(namespace && { namespace }), arguments: JSON.stringify(input) };
}

function emptied({ type }: Json): Json {
  if (type === 'message') return { content: [] };
  return type === 'function_call' ? { arguments: '' } : {};
}

function deltas(item: Json): Json[] {
  if (item.type === 'function_call') {
    return [
      { type: 'response.function_call_arguments.delta', delta: item.arguments },
      { type: 'response.function_call_arguments.done', arguments: item.arguments },
    ];
  }
  if (item.type !== 'message') return [];
  const [{ text }] = item.content;
  const part = { type: 'output_text', text: '', annotations: [] };
  return [
    { type: 'response.content_part.added', content_index: 0, part },
    { type: 'response.output_text.delta', content_index: 0, delta: text },
    { type: 'response.output_text.done', content_index: 0, text },
    { type: 'response.content_part.done', content_index: 0, part: { ...part, text } },
  ];
}
