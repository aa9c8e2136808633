import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** One message between the model and its tools. */
export interface Step {
  readonly what: string;
  /** Tokens that the model read. */
  readonly read: number;
  /** Tokens that the model wrote. */
  readonly written: number;
}

/** Counts the exact `o200k_base` tokens of every message once. Hosts repeat the history in each turn; repetitions are not counted. */
export class Conversation {
  readonly steps: Step[] = [];

  get tokens(): number {
    return this.steps.reduce((sum, { read, written }) => sum + read + written, 0);
  }

  add(what: string, { read, written }: { readonly read?: unknown; readonly written?: unknown }): void {
    this.steps.push({ what, read: tokensOf(read), written: tokensOf(written) });
  }
}

function tokensOf(value: unknown): number {
  if (value === undefined) return 0;
  // Counts a long list element by element: the tokenizer is slow on texts of several megabytes.
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + tokensOf(one) + 1, 2);
  return countTokens(typeof value === 'string' ? value : JSON.stringify(value));
}
