import type Anthropic from '@anthropic-ai/sdk';
import { openEndpoint } from './json-endpoint.ts';

type Request = Anthropic.MessageCreateParamsNonStreaming;
export type Content = Anthropic.Message['content'];

/** Anthropic's Messages API on loopback: refuses what the real API refuses about tools, and plays a script. */
export class MessagesApi implements Disposable {
  readonly url: string;
  /** The bodies of the requests since the last `script`. */
  readonly requests: Request[] = [];
  #script: Content[] = [];
  readonly #close: () => void;

  private constructor(url: string, close: () => void) {
    this.url = url;
    this.#close = close;
  }

  static async open(): Promise<MessagesApi> {
    let api: MessagesApi | undefined;
    const { url, close } = await openEndpoint((_path, body) => api?.answer(body) ?? { status: 500, body: {} });
    api = new MessagesApi(url, close);
    return api;
  }

  script(turns: readonly Content[]): void {
    this.#script = [...turns];
    this.requests.length = 0;
  }

  private answer(text: string) {
    const request = JSON.parse(text) as Request;
    this.requests.push(request);
    const message = problemOf(request);
    if (message) return { status: 400, body: { type: 'error', error: { type: 'invalid_request_error', message } } };
    const content = this.#script.shift() ?? [{ type: 'text', text: 'done', citations: [] }];
    const stop_reason = content.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn';
    const usage = { input_tokens: 1, output_tokens: 1 };
    const shown = { id: 'msg', type: 'message', role: 'assistant', model: request.model, stop_reason, usage };
    return { status: 200, body: { ...shown, stop_sequence: null, content } };
  }

  [Symbol.dispose](): void {
    this.#close();
  }
}

export function toolUse(name: string, input: unknown, id: string): Anthropic.ToolUseBlock {
  return { type: 'tool_use', id, name, input, caller: { type: 'direct' } };
}

/** The rules of the API for tools: legal unique names, something not deferred, references only to tools of the request. */
function problemOf({ tools = [], messages }: Request): string | undefined {
  const named = tools.filter((tool) => 'input_schema' in tool);
  const names = named.map(({ name }) => name);
  if (names.some((name) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name))) return 'tools: illegal name';
  if (new Set(names).size < names.length) return 'tools: names must be unique';
  if (named.every((tool) => tool.defer_loading)) return 'tools: at least one tool must not be deferred';
  const results = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
  for (const block of results) {
    if (block.type !== 'tool_result' || !Array.isArray(block.content)) continue;
    for (const part of block.content)
      if (part.type === 'tool_reference' && !names.includes(part.tool_name))
        return `tool_reference: ${part.tool_name} is not in tools`;
  }
  return undefined;
}
