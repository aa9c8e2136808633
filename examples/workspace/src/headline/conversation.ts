import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** One thing that passed between a model and what it works with. */
export interface Step {
  readonly what: string;
  /** What the model read. */
  readonly read: number;
  /** What the model wrote. */
  readonly written: number;
}

/** Counts exact `o200k_base` tokens of every message, once: what a host sends again with each turn is not counted again. */
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
  // A long list is counted piece by piece, as the tokenizer is slow on texts of megabytes.
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + tokensOf(one) + 1, 2);
  return countTokens(typeof value === 'string' ? value : JSON.stringify(value));
}
