/** A message on the wire: two lengths (4 bytes each, little-endian), the short fields as JSON, and the body. */
const LENGTHS = 8;
/** The short fields of a message: a type, an id, a path. */
const MAX_HEAD = 16 * 1024;

export function encodeFrame(message: { readonly body: string }): Buffer {
  const { body, ...fields } = message;
  const head = JSON.stringify(fields);
  const headBytes = Buffer.byteLength(head);
  const bodyBytes = Buffer.byteLength(body);
  const frame = Buffer.allocUnsafe(LENGTHS + headBytes + bodyBytes);
  frame.writeUInt32LE(headBytes, 0);
  frame.writeUInt32LE(bodyBytes, 4);
  frame.write(head, LENGTHS);
  frame.write(body, LENGTHS + headBytes);
  return frame;
}

/** Splits a byte stream into messages. A message above the maximum is an error before its bytes are buffered. */
export class FrameReader {
  readonly #maxBody: number;
  #chunks: Buffer[] = [];
  #bytes = 0;
  /** Bytes needed before the next step: the lengths, then the whole frame. */
  #needed = LENGTHS;

  constructor(maxBody: number) {
    this.#maxBody = maxBody;
  }

  /** Returns the messages that are complete. Throws if a frame is too long or its head is not a JSON object. */
  push(chunk: Buffer): Record<string, unknown>[] {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    const messages: Record<string, unknown>[] = [];
    for (let message = this.#next(); message; message = this.#next()) messages.push(message);
    return messages;
  }

  #next(): Record<string, unknown> | undefined {
    if (this.#bytes < this.#needed) return undefined;
    const bytes = this.#joined();
    const headBytes = bytes.readUInt32LE(0);
    const bodyBytes = bytes.readUInt32LE(4);
    if (headBytes > MAX_HEAD || bodyBytes > this.#maxBody) throw new Error('a message is too long');
    const end = LENGTHS + headBytes + bodyBytes;
    this.#needed = end;
    if (bytes.length < end) return undefined;
    const fields: unknown = JSON.parse(bytes.toString('utf8', LENGTHS, LENGTHS + headBytes));
    if (typeof fields !== 'object' || fields === null) throw new Error('a message is not an object');
    const message = { ...fields, body: bytes.toString('utf8', LENGTHS + headBytes, end) };
    this.#chunks = [bytes.subarray(end)];
    this.#bytes = bytes.length - end;
    this.#needed = LENGTHS;
    return message;
  }

  /** Joins the chunks only when a step can be made, so that a long message is not copied for each chunk. */
  #joined(): Buffer {
    const [only] = this.#chunks;
    const bytes = only && this.#chunks.length === 1 ? only : Buffer.concat(this.#chunks);
    this.#chunks = [bytes];
    return bytes;
  }
}
