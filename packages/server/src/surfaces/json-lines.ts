/** Clients that cut long results by lines drop a longer line whole. */
const MAX_LINE = 8_000;

/** Length of the comma behind an element. */
const COMMA = 1;

/** Said below a text whose strings had to be wrapped. */
const WRAPPED = `A string of more than ${MAX_LINE} characters is wrapped: the line breaks within it are not part of it.`;

/** Plain data as JSON: on one line if it is short, else broken at element boundaries. Undefined becomes an empty text. */
export function jsonLines(data: unknown, written: string = JSON.stringify(data) ?? ''): string {
  return broken(data, written, MAX_LINE);
}

/** `room`: how many characters of `written` fit into its first line, beside its key and the comma that follows. */
function broken(value: unknown, written: string, room: number): string {
  if (written.length <= room || typeof value !== 'object' || value === null) return written;
  const isList = Array.isArray(value);
  // Parsed again, because `toJSON` and dropped values make the data differ from what JSON holds.
  const parsed = JSON.parse(written) as Record<string, unknown>;
  const parts = Object.entries(parsed).map(([key, inner]) => {
    const label = isList ? '' : `${JSON.stringify(key)}:`;
    return label + broken(inner, JSON.stringify(inner), MAX_LINE - label.length - COMMA);
  });
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  return `${open}\n${joined(parts)}\n${close}`;
}

/** Puts short elements on one line, as many as fit: a line for each would cost tokens. */
function joined(parts: readonly string[]): string {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last !== undefined && !last.includes('\n') && last.length + part.length + 2 * COMMA <= MAX_LINE)
      lines.push(`${lines.pop()},${part}`);
    else lines.push(part);
  }
  return lines.join(',\n');
}

/** Wraps lines that are still too long: they hold one string, which has no element boundary. */
export function wrapLongLines(text: string): string {
  if (text.length <= MAX_LINE) return text;
  let wrapped = false;
  const lines = text.split('\n').flatMap((line) => {
    if (line.length <= MAX_LINE) return [line];
    wrapped = true;
    return pieces(line);
  });
  return wrapped ? [...lines, `! ${WRAPPED}`].join('\n') : text;
}

/** Does not split a surrogate pair: both halves would be invalid. */
function pieces(line: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < line.length; ) {
    const end = Math.min(line.length, start + MAX_LINE);
    const whole = end < line.length && /[\ud800-\udbff]/.test(line.charAt(end - 1)) ? end - 1 : end;
    parts.push(line.slice(start, whole));
    start = whole;
  }
  return parts;
}
