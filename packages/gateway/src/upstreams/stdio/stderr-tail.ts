const MAX_LINES = 12;
const MAX_LINE_LENGTH = 240;
const MAX_PENDING = 4096;

/** The last lines of a server's stderr. An error message shows them when the server ends. */
export class StderrTail {
  readonly #hide: (text: string) => string;
  readonly #onLine: ((line: string) => void) | undefined;
  readonly #lines: string[] = [];
  #pending = '';

  constructor(hide: (text: string) => string, onLine?: (line: string) => void) {
    this.#hide = hide;
    this.#onLine = onLine;
  }

  push(chunk: Buffer): void {
    const lines = (this.#pending + chunk.toString('utf8')).split('\n');
    this.#pending = (lines.pop() ?? '').slice(-MAX_PENDING);
    for (const line of lines.slice(-MAX_LINES)) this.#addLine(line);
  }

  /** Hides secrets before it cuts the line, so that no part of a secret remains. */
  #addLine(text: string): void {
    // Removes terminal control sequences.
    const plain = this.#hide(text.slice(0, MAX_PENDING)).replace(/\p{Cc}(?:\[[0-9;]*[A-Za-z])?/gu, '');
    if (plain.trim() === '') return;
    const line = plain.length > MAX_LINE_LENGTH ? `${plain.slice(0, MAX_LINE_LENGTH)}…` : plain;
    this.#onLine?.(line);
    this.#lines.push(line);
    if (this.#lines.length > MAX_LINES) this.#lines.shift();
  }

  get text(): string {
    if (this.#pending !== '') {
      this.#addLine(this.#pending);
      this.#pending = '';
    }
    return this.#lines.join('\n');
  }
}
