import { isObject, type JsonSchema, own } from '../catalog/json.ts';
import type { ValidationIssue } from '../catalog/source.ts';
import { schemaAt, typesOf } from '../levels/schema-at.ts';
import { propertyTypeText } from '../levels/type-text.ts';
import { brief } from './coerce.ts';

const MAX_LINES = 8;

export interface ExplainedIssue {
  readonly path: string;
  readonly expected: string;
  readonly got: string;
  /** Path, expected type and actual value in one line. */
  readonly line: string;
}

/** Explains validation issues, one line each: the path, the expected type, the actual value. */
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
  const type = target === undefined ? 'unknown' : propertyTypeText(schema, target);
  const got = brief(value);
  if (value === undefined && isRequired(schema, path)) {
    return { path: where, expected: type, got, line: `Required field '${where}' is missing (${type})` };
  }
  const known =
    type !== 'unknown' &&
    ((value !== undefined && (isTypeMismatch(value, target) || isOtherChoice(value, target))) ||
      /^invalid /i.test(message));
  const expected = known ? type : message;
  const line = known ? `${where}: expected ${type}, got ${got}` : `${where}: ${message}, got ${got}`;
  return { path: where, expected, got, line };
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
