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

/** Description, default and limits of a property, in one line that cannot end the line comment it sits in. */
export function noteOf(schema: unknown, describe: (description: string) => string): string {
  if (!isObject(schema)) return '';
  const description = own(schema, 'description');
  const parts = typeof description === 'string' && description !== '' ? [describe(description)] : [];
  for (const [keyword, label] of LIMITS) {
    const value = own(schema, keyword);
    // A known format says more, in fewer tokens, than the pattern that implements it.
    const implied = keyword === 'pattern' && own(schema, 'format') !== undefined;
    if (value !== undefined && !implied && !isTypeBound(keyword, value)) parts.push(`${label} ${brief(value)}`);
  }
  return parts.join('; ').replace(/[\r\n\u2028\u2029]+/g, ' ');
}

/** The first sentence, for a note that stands behind a parameter. */
export function briefly(description: string): string {
  return summarize(description, 160);
}

/** Zod writes the range of a safe integer into every integer; it says nothing. */
function isTypeBound(keyword: string, value: unknown): boolean {
  return (keyword === 'minimum' || keyword === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
}

/** A default or a pattern may be of any length; what is long is in the schema. */
function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}
