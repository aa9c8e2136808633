import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { API_FORMS } from './api-forms.ts';
import type { ScriptedModel } from './scripted-model.ts';

/**
 * The Responses API, Chat Completions and the Messages API on loopback. Every request is answered by the model that plays,
 * which counts its body as it was sent.
 */
export class ModelEndpoint implements Disposable {
  /** Plays the next conversation. */
  model: ScriptedModel | undefined;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<ModelEndpoint> {
    const server = createServer(async (incoming, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const { status, body } = endpoint.#answer(incoming.url ?? '', Buffer.concat(chunks).toString());
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
    // A subject may block this process for longer than the default, and then send on a connection that is closed.
    server.keepAliveTimeout = 0;
    const endpoint = new ModelEndpoint(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return endpoint;
  }

  /** The base URL of OpenAI's SDK, and of the providers of the AI SDK. */
  get url(): string {
    return `${this.origin}/v1`;
  }

  /** The base URL of Anthropic's SDK. */
  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  #answer(path: string, body: string): { readonly status: number; readonly body: object } {
    const form = Object.entries(API_FORMS).find(([end]) => path.endsWith(end))?.[1];
    if (!form || !this.model) return { status: 404, body: { error: { message: `nothing answers ${path}` } } };
    return { status: 200, body: form(this.model.next(body), this.model.requests) };
  }

  [Symbol.dispose](): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
