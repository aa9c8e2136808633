import type OpenAI from 'openai';
import { openEndpoint } from './json-endpoint.ts';

type Request = OpenAI.Responses.ResponseCreateParamsNonStreaming;
export type Output = OpenAI.Responses.ResponseOutputItem[];

/** OpenAI's Responses API and Chat Completions on loopback: refuse what the real API refuses about tools, and play a script. */
export class ResponsesApi implements Disposable {
  readonly url: string;
  /** The bodies of the requests since the last `script`. */
  readonly requests: Request[] = [];
  #script: Output[] = [];
  #chat: OpenAI.Chat.ChatCompletionMessage[] = [];
  readonly #close: () => void;

  private constructor(url: string, close: () => void) {
    this.url = `${url}/v1`;
    this.#close = close;
  }

  static async open(): Promise<ResponsesApi> {
    let api: ResponsesApi | undefined;
    const { url, close } = await openEndpoint((path, body) => api?.answer(path, body) ?? { status: 500, body: {} });
    api = new ResponsesApi(url, close);
    return api;
  }

  script(turns: readonly Output[], chat: readonly OpenAI.Chat.ChatCompletionMessage[] = []): void {
    this.#script = [...turns];
    this.#chat = [...chat];
    this.requests.length = 0;
  }

  private answer(path: string, text: string) {
    if (path.endsWith('/chat/completions')) {
      const choices = [{ index: 0, message: this.#chat.shift(), finish_reason: 'stop' }];
      return { status: 200, body: { id: 'c', choices } };
    }
    const request = JSON.parse(text) as Request;
    this.requests.push(request);
    const message = problemOf(request);
    if (message) return { status: 400, body: { error: { message, type: 'invalid_request_error' } } };
    const output = this.#script.shift() ?? [DONE];
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    const shown = { id: 'resp_1', object: 'response', created_at: 1, model: request.model, status: 'completed', usage };
    return { status: 200, body: { ...shown, output } };
  }

  [Symbol.dispose](): void {
    this.#close();
  }
}

const DONE: Output[number] = {
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'done', annotations: [] }],
};

export function toolSearchCall(args: object, call_id: string): Output[number] {
  const id = `ts_${call_id}`;
  return { type: 'tool_search_call', id, call_id, execution: 'client', status: 'completed', arguments: args };
}

export function functionCall(name: string, args: unknown, call_id: string): Output[number] {
  const id = `fc_${call_id}`;
  return { type: 'function_call', id, call_id, name, arguments: JSON.stringify(args), status: 'completed' };
}

/** Legal names, a search output answers a search, and a function is called only if it was loaded. */
function problemOf({ tools = [], input }: Request): string | undefined {
  const items = Array.isArray(input) ? input : [];
  const names = tools.flatMap((tool) => (tool.type === 'function' ? [tool.name] : []));
  if (names.some((name) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name))) return 'tools: illegal name';
  for (const item of items) {
    if (item.type === 'tool_search_output') {
      if (item.execution !== 'client' || !item.call_id) return 'tool_search_output: needs execution and call_id';
      for (const tool of item.tools) if (tool.type === 'function') names.push(tool.name);
    }
    if (item.type === 'function_call' && !names.includes(item.name)) return `${item.name} was not loaded`;
  }
  return undefined;
}
