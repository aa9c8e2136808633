import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { LineSplitter } from '../upstreams/stdio/line-splitter.ts';

const MAX_MESSAGE_BYTES = 64 * 1_048_576;

/**
 * The stdio transport to the client. Unlike the SDK's transport it scans every byte once, also in long messages, and does
 * not validate messages against a schema: the protocol layer does that, and doing it twice slows every call.
 */
export class ClientPipe implements Transport {
  onmessage?: NonNullable<Transport['onmessage']>;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #splitter = new LineSplitter(MAX_MESSAGE_BYTES, (line) => this.#deliver(line));
  readonly #input: Readable;
  readonly #output: Writable;
  #closed = false;

  constructor(input: Readable = process.stdin, output: Writable = process.stdout) {
    this.#input = input;
    this.#output = output;
  }

  async start(): Promise<void> {
    this.#input.on('data', this.#read);
    this.#input.on('error', this.#failed);
  }

  send(message: JSONRPCMessage): Promise<void> {
    return new Promise((resolve) => {
      if (this.#output.write(`${JSON.stringify(message)}\n`)) resolve();
      else this.#output.once('drain', resolve);
    });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#input.off('data', this.#read);
    this.#input.off('error', this.#failed);
    this.#input.pause();
    this.onclose?.();
  }

  readonly #read = (chunk: Buffer): void => {
    try {
      this.#splitter.push(chunk);
    } catch (error) {
      this.#failed(error as Error);
    }
  };

  readonly #failed = (error: Error): void => this.onerror?.(error);

  #deliver(line: string): void {
    if (line.length === 0) return;
    const message = parsed(line);
    if (message) this.onmessage?.(message);
    else this.#failed(new Error('The client sent a line that is not a JSON-RPC message. The line was ignored.'));
  }
}

function parsed(line: string): JSONRPCMessage | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const isMessage = typeof value === 'object' && value !== null && 'jsonrpc' in value && value.jsonrpc === '2.0';
    return isMessage ? (value as JSONRPCMessage) : undefined;
  } catch {
    return undefined;
  }
}
