const NEWLINE = 10;

/** A message that is longer than anybody should send. */
export class OversizedMessage extends Error {
  override readonly name = 'OversizedMessage';
}

/** Cuts a stream into lines. Every byte is looked at and copied once, however small the pieces of a long line are. */
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
      this.#keep(chunk.subarray(start, end));
      start = end + 1;
      this.#onLine(this.#take());
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
  }

  #keep(piece: Buffer): void {
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
