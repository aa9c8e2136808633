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
