import { estimateTokenCount } from 'tokenx';

/** An estimate, within a few percent of `o200k_base` on tool texts; the benchmarks count exactly. */
export function estimateTokens(text: string): number {
  return estimateTokenCount(text);
}

/** Takes items until the next one would go over the budget. The first is always taken. */
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
