/** Guards against staleness, not against malice: many times quicker than a real hash, and the same on every machine. */
export class QuickHash {
  // Two sums with different factors: 64 bits, from arithmetic that stays within small numbers.
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
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0');
}
