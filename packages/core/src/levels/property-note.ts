import { isObject, own } from '../catalog/json.ts';
import { summarize } from '../catalog/summary.ts';

const MAX_VALUE = 100;

const LIMITS = [
  ['default', 'default'],
  ['format', 'format'],
  ['minimum', 'min'],
  ['maximum', 'max'],
  ['minLength', 'min length'],
  ['maxLength', 'max length'],
  ['minItems', 'min items'],
  ['maxItems', 'max items'],
  ['pattern', 'pattern'],
] as const;

/** Description, default and limits of a property as one line, safe inside a `//` comment. */
export function noteOf(schema: unknown, describe: (description: string) => string): string {
  if (!isObject(schema)) return '';
  const description = own(schema, 'description');
  const parts = typeof description === 'string' && description !== '' ? [describe(description)] : [];
  for (const [keyword, label] of LIMITS) {
    const value = own(schema, keyword);
    // A `format` makes its `pattern` redundant and costs fewer tokens.
    const implied = keyword === 'pattern' && own(schema, 'format') !== undefined;
    if (value !== undefined && !implied && !isTypeBound(keyword, value)) parts.push(`${label} ${truncated(value)}`);
  }
  return parts.join('; ').replace(/[\r\n\u2028\u2029]+/g, ' ');
}

/** The first sentence, for the comment after a parameter. */
export function firstSentence(description: string): string {
  return summarize(description, 160);
}

/** Zod adds the safe integer range to every integer, which carries no information. */
function isTypeBound(keyword: string, value: unknown): boolean {
  return (keyword === 'minimum' || keyword === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
}

/** Cuts a long default or pattern; the full schema has the complete value. */
function truncated(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}
