import { estimateTokenCount } from 'tokenx';

/** Estimates the number of tokens, within a few percent of `o200k_base` for tool texts. Benchmarks use an exact tokenizer. */
export function estimateTokens(text: string): number {
  return estimateTokenCount(text);
}

/** Takes items until the next one would exceed the budget. The first item is always taken. */
export function takeWithin<T>(items: readonly T[], maxTokens: number, text: (item: T) => string): T[] {
  const taken: T[] = [];
  let spent = 0;
  for (const item of items) {
    spent += estimateTokens(text(item)) + 1;
    if (taken.length > 0 && spent > maxTokens) break;
    taken.push(item);
  }
  return taken;
}
