import type { ConnectableServer } from '@foldout/server';
import type { StreamableHTTPClientTransport, Transport } from '@modelcontextprotocol/client';

type Message = Parameters<Transport['send']>[0];

const SESSION_GONE = 404;
const INTERNAL_ERROR = -32_603;

/**
 * A server behind a URL, as `fromMcpServer` takes servers: passes messages on, in both directions. A server that has
 * restarted does not know the session any more: it is initialized again, and the message is sent once more.
 */
export class ServerOverHttp implements ConnectableServer {
  readonly #open: () => StreamableHTTPClientTransport;
  #transport: Promise<StreamableHTTPClientTransport> | undefined;
  #client: Transport | undefined;
  #initialize: Message | undefined;

  constructor(open: () => StreamableHTTPClientTransport) {
    this.#open = open;
  }

  async connect(client: Transport): Promise<void> {
    this.#client = client;
    this.#transport = this.#start((message) => void client.send(message));
    client.onmessage = (message: Message) => void this.#pass(message);
    client.onclose = () => void this.close();
    await client.start();
  }

  async close(): Promise<void> {
    const transport = await this.#transport;
    this.#transport = undefined;
    // A server keeps the session until the client deletes it.
    await transport?.terminateSession().catch(() => {});
    await transport?.close();
  }

  async #start(onmessage: (message: Message) => void): Promise<StreamableHTTPClientTransport> {
    const transport = this.#open();
    transport.onmessage = (message) => {
      const version = protocolVersionIn(message);
      if (version !== undefined) transport.setProtocolVersion(version);
      onmessage(message);
    };
    await transport.start();
    return transport;
  }

  /** An error of the connection is the answer to the request. */
  async #pass(message: Message): Promise<void> {
    if ('method' in message && message.method === 'initialize') this.#initialize = message;
    try {
      await this.#send(message);
    } catch (error) {
      if (!('method' in message) || !('id' in message)) return;
      const text = error instanceof Error ? error.message : String(error);
      const refusal = { jsonrpc: '2.0', id: message.id, error: { code: INTERNAL_ERROR, message: text } } as const;
      await this.#client?.send(refusal);
    }
  }

  async #send(message: Message): Promise<void> {
    const used = this.#transport;
    const transport = await used;
    try {
      if (!transport) throw new Error('The connection is closed.');
      await transport.send(message);
    } catch (error) {
      if (!isSessionGone(error) || message === this.#initialize) throw error;
      // Of several calls that fail at once, the first begins the new session.
      if (this.#transport === used) this.#transport = this.#restart(transport);
      const restarting = this.#transport;
      // A session that could not begin is tried again with the next message: the old transport gets 404 once more.
      await restarting?.catch(() => {
        if (this.#transport === restarting) this.#transport = used;
      });
      await (await restarting)?.send(message);
    }
  }

  /** Begins a new session. What the server lists may have changed. */
  async #restart(old: StreamableHTTPClientTransport | undefined): Promise<StreamableHTTPClientTransport> {
    const client = this.#client;
    if (!this.#initialize || !client) throw new Error('The connection is closed.');
    let answered: () => void = () => {};
    const answer = new Promise<void>((resolve) => {
      answered = resolve;
    });
    // The answer to the second `initialize` is not for the client, which has had one.
    let isFirst = true;
    const transport = await this.#start((message) => {
      if (!isFirst) return void client.send(message);
      isFirst = false;
      answered();
    });
    await transport.send(this.#initialize);
    await answer;
    await transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    await old?.close();
    void client.send({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    return transport;
  }
}

function isSessionGone(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === SESSION_GONE;
}

function protocolVersionIn(message: Message): string | undefined {
  if (!('result' in message)) return undefined;
  const { protocolVersion } = message.result;
  return typeof protocolVersion === 'string' ? protocolVersion : undefined;
}
