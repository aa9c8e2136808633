const READ_BYTES = 65_536;

type Deliver = (chunk: Buffer) => void;

/**
 * Reads of a socket into one buffer. Otherwise Node allocates 64 kB for each chunk and passes it through a stream, which
 * takes longer than the rest of a relayed message. `deliver` must copy what it keeps.
 */
export class ReusedReads {
  /** The option `onread` of a socket. */
  readonly onread: { readonly buffer: Buffer; readonly callback: (bytes: number, buffer: Uint8Array) => boolean };
  #deliver: Deliver | undefined;

  constructor(deliver?: Deliver) {
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    this.#deliver = deliver;
    this.onread = {
      buffer,
      callback: (bytes) => {
        this.#deliver?.(buffer.subarray(0, bytes));
        return true;
      },
    };
  }

  deliverTo(deliver: Deliver): void {
    this.#deliver = deliver;
  }
}
