/**
 * Text of a server in one line. What a terminal would obey, what turns text around and what nobody sees is written as
 * its number: a description must not be able to repaint the screen of whoever looks at it.
 */
export function oneLine(text: string): string {
  return escaped(text.replace(/\s+/g, ' ').trim());
}

/** The same for text of several lines. */
export function safeLines(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => escaped(line.replaceAll('\t', '  ')))
    .join('\n');
}

/** At most so many characters, with a sign that there is more. */
export function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, Math.max(0, longest - 1)).replace(/[\ud800-\udbff]$/, '')}…`;
}

function escaped(text: string): string {
  return text.replace(/\p{C}|\p{Zl}|\p{Zp}/gu, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}
