// biome-ignore lint/suspicious/noExplicitAny: what the gateway answers is asserted, not typed.
type Answer = any;

interface Sender {
  readonly session?: string;
  readonly token?: string;
}

interface ModernSender {
  readonly token?: string;
  readonly capabilities?: object;
}

const MODERN = '2026-07-28';
const PREFIX = 'io.modelcontextprotocol/';

/** The response to one request, read message by message. */
export class Posted {
  readonly #response: Response;
  readonly #messages: AsyncGenerator<Answer>;

  constructor(response: Response) {
    this.#response = response;
    this.#messages = messagesOf(response);
  }

  get status(): number {
    return this.#response.status;
  }

  get headers(): Headers {
    return this.#response.headers;
  }

  async next(): Promise<Answer> {
    const { value, done } = await this.#messages.next();
    if (done) throw new Error('The response has ended.');
    return value;
  }

  async messages(): Promise<Answer[]> {
    const all: Answer[] = [];
    for await (const message of this.#messages) all.push(message);
    return all;
  }

  close(): void {
    void this.#messages.return(undefined);
  }
}

/** Sends a message of a legacy session. An empty message opens the stream of notifications. */
export async function post(url: string, message: object, { session, token }: Sender = {}): Promise<Posted> {
  const isStream = Object.keys(message).length === 0;
  const response = await fetch(url, {
    method: isStream ? 'GET' : 'POST',
    headers: {
      ...(!isStream && { 'content-type': 'application/json' }),
      accept: isStream ? 'text/event-stream' : 'application/json, text/event-stream',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(session && { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' }),
    },
    ...(!isStream && { body: JSON.stringify({ jsonrpc: '2.0', ...message }) }),
  });
  return new Posted(response);
}

/** Sends a request of a modern client. */
export async function postModern(
  url: string,
  message: { readonly id?: number; readonly method: string; readonly params: object },
  { token, capabilities = {} }: ModernSender = {},
): Promise<Posted> {
  const _meta = {
    [`${PREFIX}protocolVersion`]: MODERN,
    [`${PREFIX}clientInfo`]: { name: 'by-hand', version: '1' },
    [`${PREFIX}clientCapabilities`]: capabilities,
  };
  const { name, uri } = message.params as { name?: string; uri?: string };
  const subject = name ?? uri;
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': MODERN,
      'mcp-method': message.method,
      ...(subject !== undefined && { 'mcp-name': subject }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message, params: { ...message.params, _meta } }),
  });
  return new Posted(response);
}

async function* messagesOf(response: Response): AsyncGenerator<Answer> {
  if (!response.headers.get('content-type')?.includes('text/event-stream')) {
    const text = await response.text();
    if (text !== '') yield JSON.parse(text);
    return;
  }
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    rest += decoder.decode(chunk as Uint8Array, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data: {')) yield JSON.parse(line.slice('data: '.length));
  }
}
