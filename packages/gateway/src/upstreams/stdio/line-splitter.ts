const NEWLINE = 10;

export class OversizedMessage extends Error {
  override readonly name = 'OversizedMessage';
}

/** Splits a stream into lines. Linear: every byte is read and copied once, however small the chunks are. */
export class LineSplitter {
  readonly #limit: number;
  readonly #onLine: (line: Buffer) => void;
  #pieces: Buffer[] = [];
  #size = 0;

  constructor(limit: number, onLine: (line: Buffer) => void) {
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
  }

  #append(piece: Buffer): void {
    this.#size += piece.length;
    if (this.#size > this.#limit) {
      this.#take();
      throw new OversizedMessage(`sent a message of more than ${Math.round(this.#limit / 1_048_576)} MB`);
    }
    this.#pieces.push(piece);
  }

  #take(): Buffer {
    const line = this.#pieces.length === 1 ? (this.#pieces[0] as Buffer) : Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#size = 0;
    return line;
  }
}
