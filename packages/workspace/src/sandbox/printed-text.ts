import { SLACK_CHARS } from './slack.ts';

/** What a script prints, up to a limit. */
export class PrintedText {
  readonly #lines: string[] = [];
  readonly #maxChars: number;
  readonly #onPrint: ((text: string) => void) | undefined;
  #chars = 0;

  constructor(maxChars: number, onPrint: ((text: string) => void) | undefined) {
    this.#maxChars = maxChars;
    this.#onPrint = onPrint;
  }

  get text(): string {
    return this.#lines.join('\n');
  }

  /** Whether this many characters more are within the limit. */
  hasRoomFor(chars: number): boolean {
    return this.#chars + chars <= this.#maxChars + SLACK_CHARS;
  }

  /** False: the text is beyond the limit. */
  add(text: string): boolean {
    if (!this.hasRoomFor(text.length)) return false;
    this.#chars += text.length;
    this.#lines.push(text);
    try {
      this.#onPrint?.(text);
    } catch {
      // An exception in `onPrint` does not affect the run, and the result still contains the text.
    }
    return true;
  }
}
