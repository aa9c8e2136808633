import { readSync, writeSync } from 'node:fs';
import { encodeFrame, FrameReader } from './frames.ts';
import type { FromWorker, ToWorker } from './protocol.ts';

const STDIN = 0;
const STDOUT = 1;
const CHUNK_BYTES = 64 * 1024;
/** The host bounds what it sends, so this only detects a broken stream. */
const MAX_BODY = 0xffff_ffff;

/**
 * The worker's side of the pipes to the host. It blocks: the worker has nothing to do until the next message, and a
 * script that imports a module must wait inside QuickJS. When the host has gone, the process ends.
 */
export class Channel {
  readonly #reader = new FrameReader(MAX_BODY);
  readonly #chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  readonly #queue: ToWorker[] = [];
  /** Number of messages returned so far. */
  received = 0;

  send(message: FromWorker): void {
    const frame = encodeFrame(message);
    try {
      for (let sent = 0; sent < frame.length; ) sent += writeSync(STDOUT, frame, sent);
    } catch {
      process.exit();
    }
  }

  receive(): ToWorker {
    while (this.#queue.length === 0) this.#read();
    this.received += 1;
    return this.#queue.shift() as ToWorker;
  }

  /** Waits for a module; answers to calls that arrive before it stay in the queue. */
  receiveModule(): Extract<ToWorker, { type: 'module' }> {
    for (;;) {
      const at = this.#queue.findIndex(({ type }) => type === 'module');
      if (at >= 0) {
        this.received += 1;
        return this.#queue.splice(at, 1)[0] as Extract<ToWorker, { type: 'module' }>;
      }
      this.#read();
    }
  }

  #read(): void {
    let bytes = 0;
    try {
      bytes = readSync(STDIN, this.#chunk);
    } catch {
      // Windows reports a closed pipe as an error.
    }
    if (bytes === 0) process.exit();
    const messages = this.#reader.push(Buffer.from(this.#chunk.subarray(0, bytes)));
    this.#queue.push(...(messages as unknown as ToWorker[]));
  }
}
