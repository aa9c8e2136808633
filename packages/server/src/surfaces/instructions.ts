import { type CatalogReader, estimateTokens, taxonomyOf } from '@foldout/core';

/** The estimate may be off by a few percent: stay clear of the bound of 120. */
const MAX_TOKENS = 105;

/** Tells the model that the list is partial, what is behind it (largest first) and how to reach it. */
export function instructionsFor(catalog: CatalogReader, howTo: string): string {
  const { categories } = taxonomyOf(catalog);
  const total = [...categories.values()].reduce((sum, count) => sum + count, 0);
  const write = (names: readonly string[]): string => {
    const rest = categories.size - names.length;
    const listed = names.length > 0 ? ` in ${names.join(', ')}${rest > 0 ? ` and ${rest} more categories` : ''}` : '';
    return `The tool list may be partial: ${total} commands${listed} can be called. ${howTo}`;
  };
  const shown: string[] = [];
  for (const [category, count] of categories) {
    const next = `${category.replace(/\s+/g, ' ').slice(0, 40)} (${count})`;
    if (estimateTokens(write([...shown, next])) > MAX_TOKENS) break;
    shown.push(next);
  }
  return write(shown);
}
