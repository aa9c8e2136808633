import { isObject, type JsonSchema, own } from '../catalog/json.ts';
import type { ValidationIssue } from '../catalog/source.ts';
import { schemaAt, typesOf } from '../levels/schema-at.ts';
import { propertyTypeText } from '../levels/type-text.ts';
import { writeBudget } from '../levels/type-writer.ts';
import { brief } from './coerce.ts';

const MAX_LINES = 8;
const MAX_MESSAGE = 200;
/** The message of a validator other than Zod for a field that the schema does not allow. */
export const NOT_A_FIELD = 'is not a field';

export interface ExplainedIssue {
  readonly path: string;
  readonly expected: string;
  readonly got: string;
  /** Path, expected type and actual value in one line. */
  readonly line: string;
}

/** Explains validation issues, one line each: the path, the author's words or the expected type, the actual value. */
export function explainIssues(
  issues: readonly ValidationIssue[],
  input: unknown,
  schema: JsonSchema,
): readonly ExplainedIssue[] {
  return issues.slice(0, MAX_LINES).map((issue) => explainIssue(issue, input, schema));
}

function explainIssue({ path, message }: ValidationIssue, input: unknown, schema: JsonSchema): ExplainedIssue {
  const where = path.length === 0 ? 'input' : pathText(path);
  const value = valueAt(input, path);
  const target = schemaAt(schema, path);
  const type = target === undefined ? 'unknown' : propertyTypeText(schema, target, writeBudget());
  const got = brief(value);
  const unknown = unknownFieldIn(message, where);
  if (unknown) return { path: unknown, expected: 'no such field', got, line: `${unknown} is not a field` };
  const words = wordsOf(message, where);
  if (value === undefined && isRequired(schema, path)) {
    const note = words ? `: ${words}` : '';
    return { path: where, expected: type, got, line: `Required field '${where}' is missing (${type})${note}` };
  }
  const isKnown = type !== 'unknown';
  const differs = isKnown && value !== undefined && (isTypeMismatch(value, target) || isOtherChoice(value, target));
  if (!words && isKnown) return { path: where, expected: type, got, line: `${where}: expected ${type}, got ${got}` };
  const said = words ?? message;
  const line = `${where}: ${said}${differs ? ` (${type})` : ''}, got ${got}`;
  return { path: where, expected: differs ? type : said, got, line };
}

/**
 * Messages by which schema libraries say that a value has another type or is no option, with nothing beside. The type from
 * the schema says the same in fewer tokens, and in the same words for every library.
 */
const TYPE_MESSAGES = [
  /^Invalid input(: expected .*)?$/s,
  /^Invalid option: expected /,
  /^Invalid (type|key): Expected .* but received /s,
  /^must be an? (string|number|boolean|object|array|integer)\b.*\(was /s,
  /^must be (string|number|integer|boolean|object|array|null|equal to)\b/,
  /^Instance (type|does not match any of)\b/,
  /^is missing$/,
];

/** What the author or the schema library says beyond the type; undefined if it is nothing. Short enough for a model. */
function wordsOf(message: string, where: string): string | undefined {
  // ArkType begins with the path and ends with the value; Valibot ends with the value. The line has both already.
  const own = message.startsWith(`${where} `) ? message.slice(where.length + 1) : message;
  if (
    own.trim() === '' ||
    /^must have required property /.test(own) ||
    TYPE_MESSAGES.some((pattern) => pattern.test(own))
  )
    return undefined;
  const short = own.replace(/ \(was [^()]*\)$/, '').replace(/(: Received|,? but received) .*$/s, '');
  return short.length > MAX_MESSAGE ? `${short.slice(0, MAX_MESSAGE - 1)}…` : short;
}

/** Zod names unknown fields in the message, other validators report them at their own path. */
function unknownFieldIn(message: string, where: string): string | undefined {
  if (message === NOT_A_FIELD) return where;
  return /^Unrecognized keys?: (.+)$/s.exec(message)?.[1];
}

/** A custom rule can report an optional field: a missing value alone does not make a field required. */
function isRequired(schema: JsonSchema, path: readonly PropertyKey[]): boolean {
  const required = own(schemaAt(schema, path.slice(0, -1)), 'required');
  return Array.isArray(required) && required.includes(path.at(-1));
}

function isTypeMismatch(value: unknown, schema: unknown): boolean {
  const types = typesOf(schema);
  const actual = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  return types.length > 0 && !types.includes(actual) && !(actual === 'number' && types.includes('integer'));
}

/** The schema lists the possible values, and this is none of them. Validators word this in different ways. */
function isOtherChoice(value: unknown, schema: unknown): boolean {
  const choices = own(schema, 'enum');
  return Array.isArray(choices) && !choices.includes(value);
}

function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text ? `${text}.${String(key)}` : String(key);
  }, '');
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)];
    return isObject(value) ? own(value, String(key)) : undefined;
  }, input);
}
