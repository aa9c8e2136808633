import { isObject, type JsonObject, type JsonSchema, jsonOf, own } from './json.ts';
import type { ToolAnnotations } from './tool.ts';

/** Limits for definitions of other servers. A longer text is cut; a name or schema over its limit is dropped. */
export const DEFINITION_BOUNDS = {
  nameChars: 256,
  titleChars: 200,
  descriptionChars: 50_000,
  schemaChars: 200_000,
  schemaDepth: 64,
} as const;

export const ANY_INPUT: JsonSchema = { type: 'object' };
const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

/** Texts and annotations of a definition. */
interface Words {
  readonly title: string | undefined;
  readonly description: string;
  readonly annotations: ToolAnnotations;
}

/** Reads texts and annotations, cut to their limits and without control characters. */
export function wordsIn(definition: unknown): Words {
  const annotations = annotationsIn(own(definition, 'annotations'));
  const title = cleanText(own(definition, 'title'), DEFINITION_BOUNDS.titleChars) || annotations.title;
  const description = cleanText(own(definition, 'description'), DEFINITION_BOUNDS.descriptionChars) || title || '';
  return { title, description, annotations };
}

/** A name is sent back to the server in calls, so it cannot be cut or cleaned: it is usable or not. */
export function isUsableName(name: string): boolean {
  return name.trim() !== '' && name.length <= DEFINITION_BOUNDS.nameChars && !/[\p{Cc}\p{Cs}]/u.test(name);
}

/** Whether a text can be shown as it is: within its limit, without control characters and lone surrogates. */
export function isCleanText(value: unknown, max: number): boolean {
  return typeof value === 'string' && value.length <= max && !/[^\P{Cc}\r\n\t]|\p{Cs}/u.test(value);
}

/** A text without control characters and lone surrogates, of at most `max` characters. */
export function cleanText(value: unknown, max: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.slice(0, max).replace(/[^\P{Cc}\n\t]/gu, '');
  return text.replace(/\p{Cs}/gu, '').trim() || undefined;
}

function annotationsIn(value: unknown): ToolAnnotations {
  const title = cleanText(own(value, 'title'), DEFINITION_BOUNDS.titleChars);
  const hints = HINTS.map((hint) => [hint, own(value, hint)] as const).filter(
    ([, value]) => typeof value === 'boolean',
  );
  return { ...(title && { title }), ...Object.fromEntries(hints) };
}

/** A copy of a schema; undefined if the value is no object or is too large or too deep. */
export function schemaIn(value: unknown): JsonSchema | undefined {
  if (!isObject(value)) return undefined;
  const text = jsonOf(value);
  if (text === undefined || text.length > DEFINITION_BOUNDS.schemaChars) return undefined;
  const { $schema: _dialect, ...schema } = JSON.parse(text) as JsonObject;
  if (!isWithinDepth(schema, DEFINITION_BOUNDS.schemaDepth)) return undefined;
  return schema;
}

function isWithinDepth(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return left > 0 && Object.values(value).every((inner) => isWithinDepth(inner, left - 1));
}
