import { REDACTED, SECRET_SHAPES } from './secret-shapes.ts';

/** A shorter value stands in too many places that are no secret. */
const SHORTEST = 4;
/** Of a value in the middle of base64, so much has to be there to be sure that it is it. */
const SHORTEST_IN_BASE64 = 6;

/** Values that must not be shown, in every way in which they are usually written. */
export class KnownSecrets {
  readonly #written = new Set<string>();
  #longestFirst: readonly string[] | undefined;

  constructor(values: Iterable<string> = []) {
    for (const value of values) this.add(value);
  }

  add(value: string): void {
    if (value.length < SHORTEST) return;
    for (const written of waysToWrite(value)) this.#written.add(written);
    this.#longestFirst = undefined;
  }

  /** Longest first: a secret that holds another goes as a whole. */
  written(): readonly string[] {
    this.#longestFirst ??= [...this.#written].sort((a, b) => b.length - a.length);
    return this.#longestFirst;
  }
}

/** The text without known secrets, and without what looks like one. */
export function redact(text: string, secrets?: KnownSecrets): string {
  let safe = text;
  for (const written of secrets?.written() ?? []) safe = safe.replaceAll(written, REDACTED);
  for (const { pattern, instead } of SECRET_SHAPES) safe = safe.replace(pattern, instead ?? REDACTED);
  return safe;
}

function waysToWrite(value: string): string[] {
  const percent = percentEncoded(value);
  const json = JSON.stringify(value).slice(1, -1);
  const ways = [value, json, percent, percent.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())];
  ways.push(percent.replaceAll('%20', '+'));
  for (const part of inBase64(Buffer.from(value))) ways.push(part, part.replaceAll('+', '-').replaceAll('/', '_'));
  return ways.filter((way) => way.length >= SHORTEST);
}

function percentEncoded(value: string): string {
  return encodeURIComponent(Buffer.from(value).toString()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
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
