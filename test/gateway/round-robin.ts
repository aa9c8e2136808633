import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A load balancer without knowledge of MCP: each request goes to the next replica that accepts it. */
export class RoundRobin implements AsyncDisposable {
  readonly #server = createServer((incoming, response) => void this.#forward(incoming, response));
  #replicas: readonly URL[];
  #turn = 0;

  private constructor(replicas: readonly string[]) {
    this.#replicas = replicas.map((url) => new URL(url));
  }

  static async start(replicas: readonly string[]): Promise<RoundRobin> {
    const balancer = new RoundRobin(replicas);
    balancer.#server.listen(0, '127.0.0.1');
    await once(balancer.#server, 'listening');
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/mcp`;
  }

  /** Sends new requests to these replicas. Requests in flight stay where they are. */
  balance(replicas: readonly string[]): void {
    this.#replicas = replicas.map((url) => new URL(url));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    for (const _ of this.#replicas) {
      this.#turn += 1;
      const replica = this.#replicas[this.#turn % this.#replicas.length] as URL;
      if (await send(replica, incoming, body, response)) return;
    }
    response.writeHead(502).end();
  }
}

/** Returns false if the replica refuses the connection, so that the next one is tried. If it dies during a request, the response is cut off. */
function send(replica: URL, incoming: IncomingMessage, body: Buffer, response: ServerResponse): Promise<boolean> {
  return new Promise((resolve) => {
    const { method, url, headers } = incoming;
    const outgoing = request(new URL(url ?? '/', replica), { method, headers: { ...headers, host: replica.host } });
    response.once('close', () => outgoing.destroy());
    outgoing.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.flushHeaders();
      answer.pipe(response);
      answer.once('error', () => response.destroy());
      resolve(true);
    });
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return resolve(false);
      if (!response.headersSent) response.writeHead(502).end();
      resolve(true);
    });
    outgoing.end(body);
  });
}
