import { estimateTokens } from '@foldout/core';
import { isObject } from '@foldout/core/internal';

/** A form of data that takes fewer tokens than JSON, such as TOON: `encode` and `decode` of its library. */
export interface ResultEncoding {
  encode(value: unknown): string;
  decode(text: string): unknown;
}

export interface NamedEncoding extends ResultEncoding {
  readonly name: string;
}

/** Shorter texts save too little, longer ones take too long to encode. */
const LENGTHS = { min: 200, max: 1_000_000 } as const;
/** The encoded text has at most this share of the tokens. */
const WORTH = 0.9;
/** Items of a list that is written as a table. */
const MIN_ROWS = 3;

/**
 * JSON in a more compact encoding. Undefined where that would lose anything or save little: the text is no JSON, holds no
 * list of alike objects, or has numbers and keys that a parser does not keep.
 */
export function compactText(text: string, encoding: ResultEncoding): string | undefined {
  if (text.length < LENGTHS.min || text.length > LENGTHS.max || !/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const json = JSON.stringify(value);
    // 1.0, 12345678901234567890 and keys that occur twice are not what they were after parsing.
    if (!hasTable(value) || !isWrittenAs(text, value, json)) return undefined;
    const encoded = encoding.encode(value);
    if (JSON.stringify(encoding.decode(encoded)) !== json) return undefined;
    return estimateTokens(encoded) <= WORTH * estimateTokens(text) ? encoded : undefined;
  } catch {
    return undefined;
  }
}

function isWrittenAs(text: string, value: unknown, json: string): boolean {
  return text === json || [2, 4, '\t'].some((space) => JSON.stringify(value, undefined, space) === text);
}

/** Whether a value is or holds a list of objects with the same keys. */
function hasTable(value: unknown): boolean {
  if (Array.isArray(value)) return isTable(value) || value.some(hasTable);
  return isObject(value) && Object.values(value).some(hasTable);
}

function isTable(list: readonly unknown[]): boolean {
  const [first] = list;
  if (list.length < MIN_ROWS || !isObject(first)) return false;
  const keys = Object.keys(first).join('\n');
  return list.every((item) => isObject(item) && Object.keys(item).join('\n') === keys);
}
