import { createHmac } from 'node:crypto';

const NS_PER_MS = 1_000_000n;
const DONE = 0;

/**
 * The clock and the random numbers of a script that may be run again: the same seed and the same times of answers make
 * the same script. The clock stands still while the script computes.
 */
export class SteadyWorld {
  readonly #seed: string;
  #at: number;
  #drawn = 0;
  /** QuickJS reads the clock while it starts, as the seed of `Math.random`. */
  #starting = true;

  constructor({ seed, at }: { readonly seed: string; readonly at: number }) {
    this.#seed = seed;
    this.#at = at;
  }

  started(): void {
    this.#starting = false;
  }

  /** Moves the clock to the time of an answer. It never goes back. */
  advance(at: number): void {
    this.#at = Math.max(this.#at, at);
  }

  random(bytes: number): Buffer {
    const blocks: Buffer[] = [];
    for (let length = 0; length < bytes; length += 32) {
      this.#drawn += 1;
      blocks.push(createHmac('sha256', this.#seed).update(String(this.#drawn)).digest());
    }
    return Buffer.concat(blocks).subarray(0, bytes);
  }

  /** The functions of WASI that QuickJS uses for time and randomness. */
  wasi(memory: WebAssembly.Memory) {
    return {
      clock_time_get: (_clock: number, _precision: bigint, at: number): number => {
        const time = this.#starting ? this.random(6).readUIntBE(0, 6) : this.#at;
        new DataView(memory.buffer).setBigUint64(at, BigInt(time) * NS_PER_MS, true);
        return DONE;
      },
      random_get: (at: number, length: number): number => {
        new Uint8Array(memory.buffer, at, length).set(this.random(length));
        return DONE;
      },
    };
  }
}
