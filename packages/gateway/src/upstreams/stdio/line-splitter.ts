import { ReleasedBytes, releaseChunk } from './released-bytes.ts';

const NEWLINE = 10;
/** Longer lines are collected in memory that is given back before the line is parsed. */
const LONG_LINE = 1024 * 1024;

export class OversizedMessage extends Error {
  override readonly name = 'OversizedMessage';
}

/**
 * Splits a stream into lines of UTF-8. Linear: every byte is read and copied once, however small the chunks are. The chunks of a long
 * line are empty afterwards.
 */
export class LineSplitter {
  readonly #limit: number;
  readonly #onLine: (line: string) => void;
  #pieces: Buffer[] = [];
  #long: ReleasedBytes | undefined;
  #size = 0;

  constructor(limit: number, onLine: (line: string) => void) {
    this.#limit = limit;
    this.#onLine = onLine;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#append(chunk.subarray(start, end));
      start = end + 1;
      this.#onLine(this.#take());
    }
    if (start < chunk.length) this.#append(chunk.subarray(start));
    if (this.#long) releaseChunk(chunk);
  }

  #append(piece: Buffer): void {
    this.#size += piece.length;
    if (this.#size > this.#limit) {
      this.#take();
      throw new OversizedMessage(`sent a message of more than ${Math.round(this.#limit / 1_048_576)} MB`);
    }
    if (this.#long) this.#long.append(piece);
    else {
      this.#pieces.push(piece);
      if (this.#size > LONG_LINE) {
        this.#long = new ReleasedBytes(this.#limit);
        for (const collected of this.#pieces) this.#long.append(collected);
        this.#pieces = [];
      }
    }
  }

  #take(): string {
    const [first, ...more] = this.#pieces;
    const bytes = more.length === 0 ? first : Buffer.concat(this.#pieces);
    const line = this.#long?.takeText() ?? bytes?.toString('utf8') ?? '';
    this.#pieces = [];
    this.#long = undefined;
    this.#size = 0;
    return line;
  }
}
