import { describe, expect, it } from 'vitest';
import { anthropic } from './anthropic.ts';
import { chat } from './chat.ts';
import { gemini } from './gemini.ts';
import { responses } from './responses.ts';
import type { Json, ModelRequest, Wire } from './wire.ts';

const IMAGE = 'iVBORw0KGgo=';
const use = { use: { tool: { name: 'fetch_page' }, input: { url: 'a b' } } };

interface Case {
  readonly wire: Wire;
  readonly paths: { readonly plain: string; readonly stream: string };
  readonly body: Json;
  /** The tool call in an answer that is not streamed. */
  called(answer: Json): Json;
  /** The tool call in the events of a stream, put together as a client does. */
  streamed(events: readonly Json[]): Json;
}

const CASES: Readonly<Record<string, Case>> = {
  anthropic: {
    wire: anthropic,
    paths: { plain: '/v1/messages', stream: '/v1/messages?beta=true' },
    body: {
      system: 'be brief',
      tools: [{ name: 'fetch_page', input_schema: {} }],
      messages: [
        { role: 'user', content: 'hello' },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              content: [
                { type: 'text', text: 'seen' },
                { type: 'image', source: { type: 'base64', data: IMAGE } },
              ],
            },
          ],
        },
      ],
    },
    called: ({ content: [{ name, input }] }) => ({ name, input }),
    streamed: (events) => ({
      name: events.find(({ type }) => type === 'content_block_start').content_block.name,
      input: JSON.parse(events.map(({ delta }) => delta?.partial_json ?? '').join('')),
    }),
  },
  chat: {
    wire: chat,
    paths: { plain: '/v1/chat/completions', stream: '/v1/chat/completions' },
    body: {
      tools: [{ type: 'function', function: { name: 'fetch_page' } }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'hello' }] },
        { role: 'tool', content: 'seen' },
        { role: 'user', content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${IMAGE}` } }] },
      ],
    },
    called: ({ choices: [{ message }] }) => functionOf(message.tool_calls[0]),
    streamed: ([first]) => functionOf(first.choices[0].delta.tool_calls[0]),
  },
  responses: {
    wire: responses,
    paths: { plain: '/v1/responses', stream: '/v1/responses' },
    body: {
      tools: [{ type: 'namespace', name: 'mcp__docs', tools: [{ type: 'function', name: 'fetch_page' }] }],
      input: [
        { type: 'message', role: 'user', content: 'hello' },
        {
          type: 'function_call_output',
          output: [
            { type: 'input_text', text: 'seen' },
            { type: 'input_image', image_url: IMAGE },
          ],
        },
      ],
    },
    called: ({ output: [{ name, arguments: input }] }) => ({ name, input: JSON.parse(input) }),
    streamed: (events) => ({
      name: events.find(({ type }) => type === 'response.output_item.added').item.name,
      input: JSON.parse(events.map(({ type, delta }) => (/arguments\.delta$/.test(type) ? delta : '')).join('')),
    }),
  },
  gemini: {
    wire: gemini,
    paths: {
      plain: '/v1beta/models/m:generateContent',
      stream: '/v1beta/models/m:streamGenerateContent?alt=sse',
    },
    body: {
      tools: [{ functionDeclarations: [{ name: 'fetch_page' }] }],
      contents: [
        { role: 'user', parts: [{ text: 'hello' }] },
        {
          role: 'user',
          parts: [
            { functionResponse: { name: 'fetch_page', response: { output: 'seen' } } },
            { inlineData: { mimeType: 'image/png', data: IMAGE } },
          ],
        },
      ],
    },
    called: geminiCall,
    streamed: ([first]) => geminiCall(first),
  },
};

describe.each(Object.entries(CASES))('the wire format %s', (_name, { wire, paths, body, called, streamed }) => {
  const request = (stream: boolean): ModelRequest => ({
    path: stream ? paths.stream : paths.plain,
    body: { model: 'm', stream },
    serial: 7,
  });

  it('reads the offered tools and the results, with their text and pictures', () => {
    const { tools, results, rest } = wire.read(body);
    expect(tools.map(({ name }) => name)).toEqual(['fetch_page']);
    expect(results).toEqual([{ text: 'seen', images: 1 }]);
    expect(rest).toContain('hello');
  });

  it('answers a request with a tool call, streamed and not', () => {
    const plain = wire.answer(use, request(false));
    expect(plain.contentType).toBe('application/json');
    expect(called(JSON.parse(plain.body))).toEqual({ name: 'fetch_page', input: { url: 'a b' } });
    const stream = wire.answer(use, request(true));
    expect(stream.contentType).toBe('text/event-stream');
    expect(streamed(eventsOf(stream.body))).toEqual({ name: 'fetch_page', input: { url: 'a b' } });
  });

  it('answers with a text, streamed and not', () => {
    for (const stream of [false, true]) {
      expect(wire.answer({ text: 'all done' }, request(stream)).body).toContain('all done');
    }
  });

  it('knows its own address only', () => {
    for (const [name, other] of Object.entries(CASES)) {
      expect(wire.matches(other.paths.stream), name).toBe(other.wire === wire);
      expect(wire.matches(other.paths.plain), name).toBe(other.wire === wire);
    }
    expect(anthropic.matches('/v1/messages/count_tokens')).toBe(false);
  });
});

it('calls a tool of a namespace by both names', () => {
  const [tool] = responses.read(CASES['responses']?.body).tools;
  if (!tool) throw new Error('no tool');
  const { body } = responses.answer({ use: { tool, input: {} } }, { path: '', body: {}, serial: 1 });
  expect(JSON.parse(body).output[0]).toMatchObject({ namespace: 'mcp__docs', name: 'fetch_page' });
});

it('offers the tools that the search of the client returned', () => {
  const found = { type: 'namespace', name: 'mcp__docs', tools: [{ type: 'function', name: 'late_tool' }] };
  const { tools, results } = responses.read({
    tools: [{ type: 'tool_search' }],
    input: [{ type: 'tool_search_output', tools: [found] }],
  });
  expect(tools.map(({ name, namespace }) => [name, namespace])).toEqual([
    ['tool_search', undefined],
    ['late_tool', 'mcp__docs'],
  ]);
  expect(results[0]?.text).toContain('late_tool');
});

function functionOf({ function: { name, arguments: input } }: Json): Json {
  return { name, input: JSON.parse(input) };
}

function geminiCall({ candidates: [{ content }] }: Json): Json {
  const { name, args } = content.parts[0].functionCall;
  return { name, input: args };
}

function eventsOf(body: string): Json[] {
  const lines = body.split('\n').filter((line) => line.startsWith('data: {'));
  return lines.map((line) => JSON.parse(line.slice(6)));
}
