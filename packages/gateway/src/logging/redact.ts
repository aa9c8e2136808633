import { REDACTED, SECRET_SHAPES } from './secret-shapes.ts';

/** A shorter value stands in too many places that are no secret. */
const SHORTEST = 4;
/** Of a value in the middle of base64, so much has to be there to be sure that it is it. */
const SHORTEST_IN_BASE64 = 6;

/** A pattern for a longer value would be too large; the value is looked for in pieces. */
const LONGEST_PIECE = 2_000;
/** What one character becomes at most: `\\u` and four digits, twice. */
const MOST_PER_CHARACTER = 12;

/** Values that must not be shown, in every way in which they are usually written. */
export class KnownSecrets {
  readonly #values = new Set<string>();
  #patterns: readonly RegExp[] | undefined;

  constructor(values: Iterable<string> = []) {
    for (const value of values) this.add(value);
  }

  add(value: string): void {
    if (value.length < SHORTEST) return;
    this.#values.add(value);
    this.#patterns = undefined;
  }

  /** No secret takes more letters, however it is written. */
  get longest(): number {
    return Math.max(0, ...[...this.#values].map(({ length }) => length * MOST_PER_CHARACTER));
  }

  redact(text: string): string {
    // Longest first: a secret that holds another goes as a whole.
    this.#patterns ??= [...this.#values].sort((a, b) => b.length - a.length).flatMap(patternsFor);
    let safe = text;
    for (const pattern of this.#patterns) safe = safe.replace(pattern, REDACTED);
    return safe;
  }
}

/** The text without known secrets, and without what looks like one. */
export function redact(text: string, secrets?: KnownSecrets): string {
  let safe = secrets ? secrets.redact(text) : text;
  for (const { pattern, instead } of SECRET_SHAPES) safe = safe.replace(pattern, instead ?? REDACTED);
  return safe;
}

function patternsFor(value: string): RegExp[] {
  const signs = value.match(/\\+|[^\\]/gsu) ?? [];
  const pieces: string[] = [];
  for (let at = 0; at < signs.length; at += LONGEST_PIECE) {
    pieces.push(
      signs
        .slice(at, at + LONGEST_PIECE)
        .map(waysToWrite)
        .join(''),
    );
  }
  const encoded = inBase64(Buffer.from(value)).map((text) => {
    return literal(text).replaceAll('\\+', '[+-]').replaceAll('/', '[/_]');
  });
  return [...pieces, ...encoded].map((source) => new RegExp(source, 'g'));
}

/** One character, or a run of backslashes: as it is, in an address or a form, or in JSON. */
function waysToWrite(sign: string): string {
  // One by one they could be paired in too many ways.
  if (sign.startsWith('\\')) return `(?:\\\\{${sign.length},${sign.length * 2}}|(?:%5[cC]){${sign.length}})`;
  const percent = [...Buffer.from(sign)].map((byte) => `%${anyCase(byte.toString(16).padStart(2, '0'))}`).join('');
  const ways = [percent, literal(sign)];
  if (sign === ' ') ways.push('\\+');
  const json = JSON.stringify(sign).slice(1, -1);
  if (json !== sign) ways.push(literal(json));
  const units = Array.from({ length: sign.length }, (_, i) => sign.charCodeAt(i).toString(16).padStart(4, '0'));
  ways.push(units.map((unit) => `\\\\u${anyCase(unit)}`).join(''));
  return `(?:${ways.join('|')})`;
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&').replaceAll('\\/', '/');
}

/** What base64 makes of the bytes wherever they start: the letters that depend on nothing before or after them. */
function inBase64(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor(((before + bytes.length) * 8) / 6);
    return to - from >= SHORTEST_IN_BASE64 ? [text.slice(from, to)] : [];
  });
}
