import { MessageChannel } from 'node:worker_threads';

/** How much memory is added at a time. */
const STEP = 1024 * 1024;

/** `maxByteLength` and `resize` are part of ES2024, and of every version of Node that Foldout runs on. */
interface ResizableBuffer extends ArrayBuffer {
  resize(length: number): void;
}

/**
 * Bytes whose memory is given back as soon as they are read. The memory of a Buffer is kept until a garbage collection: with a
 * message of 20 MB, its bytes, its text and its parsed value would all be in memory at once.
 */
export class ReleasedBytes {
  readonly #memory: ResizableBuffer;
  readonly #limit: number;
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
    const options = { maxByteLength: limit };
    this.#memory = new (ArrayBuffer as unknown as new (length: number, given: typeof options) => ResizableBuffer)(
      0,
      options,
    );
  }

  append(bytes: Uint8Array): void {
    const needed = this.#size + bytes.length;
    if (needed > this.#memory.byteLength) {
      this.#memory.resize(Math.min(this.#limit, Math.max(needed, this.#memory.byteLength + STEP)));
    }
    new Uint8Array(this.#memory, this.#size, bytes.length).set(bytes);
    this.#size = needed;
  }

  /** The bytes as text. Afterwards there are none. */
  takeText(): string {
    const text = Buffer.from(this.#memory, 0, this.#size).toString('utf8');
    this.#size = 0;
    this.#memory.resize(0);
    return text;
  }
}

const { port1: nowhere, port2 } = new MessageChannel();
port2.close();
nowhere.unref();

/**
 * Gives the memory of a chunk back, after which it is empty. Otherwise a garbage collection does, and the chunks of a message of 20 MB
 * are too few objects to cause one. A message to a closed port takes its memory along, and is dropped.
 */
export function releaseChunk({ buffer, byteOffset, byteLength }: Buffer): void {
  // Small buffers are parts of a shared one.
  const isWhole = byteOffset === 0 && byteLength === buffer.byteLength;
  if (isWhole && buffer instanceof ArrayBuffer) nowhere.postMessage(buffer, [buffer]);
}
