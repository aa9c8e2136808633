/**
 * Turns what was typed into a full-text query: words and "phrases" that all have to occur, `word*` for beginnings,
 * `-word` for what must not occur. Everything is quoted, so no text is a syntax error. Undefined: nothing to look for.
 */
export function fullTextQuery(typed: string): string | undefined {
  const wanted: string[] = [];
  const unwanted: string[] = [];
  for (const [, minus, phrase, word] of typed.matchAll(/(-?)(?:"([^"]*)"?|([^\s"]+))/g)) {
    const isPrefix = word !== undefined && word.length > 1 && word.endsWith('*');
    const words = (phrase ?? word ?? '').match(/[\p{L}\p{N}]+/gu);
    if (!words) continue;
    (minus ? unwanted : wanted).push(`"${words.join(' ')}"${isPrefix ? '*' : ''}`);
  }
  if (wanted.length === 0) return undefined;
  return [`(${wanted.join(' AND ')})`, ...unwanted].join(' NOT ');
}
