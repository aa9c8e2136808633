import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** Exact `o200k_base` tokens of a text, or of a value as the JSON that a model is sent. */
export function tokensOf(value: unknown): number {
  if (value === undefined) return 0;
  return countTokens(typeof value === 'string' ? value : JSON.stringify(value));
}
