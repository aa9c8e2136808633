/**
 * Text of a server in one line. Control, bidirectional and invisible characters are escaped, because a description
 * must not be able to send commands to the user's terminal.
 */
export function oneLine(text: string): string {
  return escaped(text.replace(/\s+/g, ' ').trim());
}

/** Escapes the same characters as `oneLine`, but keeps line breaks. */
export function safeLines(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => escaped(line.replaceAll('\t', '  ')))
    .join('\n');
}

/** At most `longest` characters; a longer text ends with an ellipsis. */
export function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, Math.max(0, longest - 1)).replace(/[\ud800-\udbff]$/, '')}…`;
}

function escaped(text: string): string {
  return text.replace(/\p{C}|\p{Zl}|\p{Zp}/gu, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}
