import { Agent, request } from 'node:http';
import { INFO } from '../connections.ts';
import type { ToolCall } from './gateways.ts';

export type HttpEra = 'legacy' | 'modern';

const LEGACY_VERSION = '2025-11-25';
const MODERN_VERSION = '2026-07-28';
const PREFIX = 'io.modelcontextprotocol';
const ENVELOPE = {
  [`${PREFIX}/protocolVersion`]: MODERN_VERSION,
  [`${PREFIX}/clientInfo`]: INFO,
  [`${PREFIX}/clientCapabilities`]: {},
};

interface Answer {
  readonly body: string;
  readonly session: string | undefined;
}

/**
 * A client with one connection, which sends the bytes of an MCP client and reads the answer. The SDK's client needs more
 * time for a call than a gateway does, so its own cost would hide the gateway's.
 */
export class HttpWire {
  readonly #url: URL;
  readonly #era: HttpEra;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #session: string | undefined;
  #lastId = 0;

  private constructor(url: string, era: HttpEra) {
    this.#url = new URL(url);
    this.#era = era;
  }

  static async open(url: string, era: HttpEra): Promise<HttpWire> {
    const wire = new HttpWire(url, era);
    if (era === 'modern') return wire;
    const params = { protocolVersion: LEGACY_VERSION, capabilities: {}, clientInfo: INFO };
    const { session } = await wire.#send({ id: 0, method: 'initialize', params });
    if (session === undefined) throw new Error(`${url} opened no session.`);
    wire.#session = session;
    await wire.#send({ method: 'notifications/initialized' });
    return wire;
  }

  /** Calls a tool and returns the answer as it was sent: one JSON object, or an event stream. */
  async call({ name, arguments: input }: ToolCall): Promise<string> {
    this.#lastId += 1;
    const meta = this.#era === 'modern' ? { _meta: ENVELOPE } : {};
    const params = { name, arguments: input, ...meta };
    const { body } = await this.#send({ id: this.#lastId, method: 'tools/call', params }, name);
    return body;
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(
    message: { readonly method: string; readonly id?: number; readonly params?: object },
    name?: string,
  ): Promise<Answer> {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    const headers = {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...this.#headersFor(message.method, name),
    };
    return new Promise((resolve, reject) => {
      const sent = request(this.#url, { method: 'POST', agent: this.#agent, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('error', reject).on('end', () => {
          const { statusCode = 0 } = response;
          if (statusCode >= 300) reject(new Error(`${this.#url.href} answered ${statusCode}: ${text.slice(0, 500)}`));
          else resolve({ body: text, session: response.headers['mcp-session-id']?.toString() });
        });
      });
      sent.on('error', reject).end(body);
    });
  }

  #headersFor(method: string, name: string | undefined): Record<string, string> {
    if (this.#era === 'modern') {
      return { 'mcp-protocol-version': MODERN_VERSION, 'mcp-method': method, ...(name && { 'mcp-name': name }) };
    }
    if (this.#session === undefined) return {};
    return { 'mcp-session-id': this.#session, 'mcp-protocol-version': LEGACY_VERSION };
  }
}
