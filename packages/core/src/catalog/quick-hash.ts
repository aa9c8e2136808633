/** A fast non-cryptographic hash, equal on every machine. Detects stale caches; does not resist deliberate collisions. */
export class QuickHash {
  // Two 32-bit states with different multipliers give 64 bits without BigInt.
  #a = 0x811c9dc5;
  #b = 0x9e3779b9;

  add(text: string): this {
    let a = Math.imul(this.#a ^ text.length, 0x01000193);
    let b = Math.imul(this.#b ^ text.length, 0x85ebca6b);
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      a = Math.imul(a ^ code, 0x01000193);
      b = Math.imul((b << 13) | (b >>> 19), 5) + code;
    }
    this.#a = a;
    this.#b = b;
    return this;
  }

  get value(): string {
    return hex(this.#a) + hex(this.#b);
  }

  /** The first half of `value` as a number: FNV-1a with the length of each text mixed in. */
  get value32(): number {
    return this.#a >>> 0;
  }
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0');
}
