import { REDACTED, SECRET_SHAPES } from './secret-shapes.ts';

/** Shorter values occur in too many texts that are no secret. */
const MIN_LENGTH = 4;
/** Higher than `MIN_LENGTH`, because a short base64 text matches by chance more easily. */
const MIN_BASE64_LENGTH = 6;

/** A pattern for a longer value would be too large, so the value is searched in pieces. */
const MAX_PIECE = 2_000;
/** The longest encoding of one character: a surrogate pair as two `\\uXXXX`. */
const MAX_PER_CHARACTER = 12;

/** Redacts known values in every usual encoding: plain, URL-encoded, JSON-escaped and base64. */
export class KnownSecrets {
  readonly #values = new Set<string>();
  #patterns: readonly RegExp[] | undefined;

  constructor(values: Iterable<string> = []) {
    for (const value of values) this.add(value);
  }

  add(value: string): void {
    if (value.length < MIN_LENGTH) return;
    this.#values.add(value);
    this.#patterns = undefined;
  }

  /** The length of the longest secret in its longest encoding. */
  get longest(): number {
    return Math.max(0, ...[...this.#values].map(({ length }) => length * MAX_PER_CHARACTER));
  }

  redact(text: string): string {
    // Longest first, so that a secret that contains another is redacted as a whole.
    this.#patterns ??= [...this.#values].sort((a, b) => b.length - a.length).flatMap(patternsFor);
    let safe = text;
    for (const pattern of this.#patterns) safe = safe.replace(pattern, REDACTED);
    return safe;
  }
}

/** Redacts the known secrets, and everything that looks like a secret. */
export function redact(text: string, secrets?: KnownSecrets): string {
  let safe = secrets ? secrets.redact(text) : text;
  for (const { pattern, instead } of SECRET_SHAPES) safe = safe.replace(pattern, instead ?? REDACTED);
  return safe;
}

function patternsFor(value: string): RegExp[] {
  const characters = value.match(/\\+|[^\\]/gsu) ?? [];
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += MAX_PIECE) {
    pieces.push(
      characters
        .slice(at, at + MAX_PIECE)
        .map(encodings)
        .join(''),
    );
  }
  const encoded = inBase64(Buffer.from(value)).map((text) => {
    return literal(text).replaceAll('\\+', '[+-]').replaceAll('/', '[/_]');
  });
  return [...pieces, ...encoded].map((source) => new RegExp(source, 'g'));
}

/** A pattern for the encodings of one character or one run of backslashes: plain, URL-encoded, as form data and in JSON. */
function encodings(character: string): string {
  // Matched as one run: single backslashes could pair up in exponentially many ways.
  if (character.startsWith('\\'))
    return `(?:\\\\{${character.length},${character.length * 2}}|(?:%5[cC]){${character.length}})`;
  const percent = [...Buffer.from(character)].map((byte) => `%${anyCase(byte.toString(16).padStart(2, '0'))}`).join('');
  const forms = [percent, literal(character)];
  if (character === ' ') forms.push('\\+');
  const json = JSON.stringify(character).slice(1, -1);
  if (json !== character) forms.push(literal(json));
  const units = Array.from({ length: character.length }, (_, i) =>
    character.charCodeAt(i).toString(16).padStart(4, '0'),
  );
  forms.push(units.map((unit) => `\\\\u${anyCase(unit)}`).join(''));
  return `(?:${forms.join('|')})`;
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&').replaceAll('\\/', '/');
}

/** The base64 forms of the bytes for the three offsets that they can have, without the letters that depend on neighboring bytes. */
function inBase64(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor(((before + bytes.length) * 8) / 6);
    return to - from >= MIN_BASE64_LENGTH ? [text.slice(from, to)] : [];
  });
}
