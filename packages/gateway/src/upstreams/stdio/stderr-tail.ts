const LINES = 12;
const LINE_LENGTH = 240;
const PENDING = 4096;

/** The last lines that a server wrote to stderr: what an error message shows when it ends. */
export class StderrTail {
  readonly #hide: (text: string) => string;
  readonly #lines: string[] = [];
  #pending = '';

  constructor(hide: (text: string) => string) {
    this.#hide = hide;
  }

  push(chunk: Buffer): void {
    const lines = (this.#pending + chunk.toString('utf8')).split('\n');
    this.#pending = (lines.pop() ?? '').slice(-PENDING);
    for (const line of lines.slice(-LINES)) this.#keep(line);
  }

  /** Secrets are hidden before lines are cut, so that no part of one is left over. */
  #keep(line: string): void {
    // A terminal must not obey what a server wrote.
    const plain = this.#hide(line.slice(0, PENDING)).replace(/\p{Cc}(?:\[[0-9;]*[A-Za-z])?/gu, '');
    if (plain.trim() === '') return;
    this.#lines.push(plain.length > LINE_LENGTH ? `${plain.slice(0, LINE_LENGTH)}…` : plain);
    if (this.#lines.length > LINES) this.#lines.shift();
  }

  get text(): string {
    if (this.#pending !== '') {
      this.#keep(this.#pending);
      this.#pending = '';
    }
    return this.#lines.join('\n');
  }
}
