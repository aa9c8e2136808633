import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import type { JsonObject, JsonSchema, Validated, ValidationIssue } from '@foldout/core';

/** One validator per schema object, built by the first call. Undefined for a broken schema. */
const validators = new WeakMap<JsonSchema, Validator | undefined>();

/** Validates an input against the schema of an upstream's tool. A broken schema accepts everything. */
export function checkInput(schema: JsonSchema, input: JsonObject): Validated {
  if (!validators.has(schema)) validators.set(schema, validatorOf(schema));
  const validator = validators.get(schema);
  if (!validator) return { valid: true, value: input };
  const errors = errorsOf(validator, input);
  if (errors.length === 0) return { valid: true, value: input };
  return { valid: false, issues: errors.filter(({ keyword }) => !WRAPPER_KEYWORDS.has(keyword)).map(toIssue) };
}

function errorsOf(validator: Validator, input: JsonObject): readonly OutputUnit[] {
  try {
    return validator.validate(input).errors;
  } catch {
    // A dangling or circular $ref throws only when an input reaches it.
    return [];
  }
}

/** Keywords whose errors only repeat that a nested keyword failed. */
const WRAPPER_KEYWORDS = new Set(['properties', 'items', '$ref', 'allOf', 'additionalItems', 'prefixItems']);

function toIssue({ instanceLocation, error }: OutputUnit): ValidationIssue {
  const path = instanceLocation
    .split('/')
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));
  return { path, message: error.slice(0, 300) };
}

function validatorOf(schema: JsonSchema): Validator | undefined {
  try {
    return new Validator(withoutTraps(schema) as Schema, dialectOf(schema), false);
  } catch {
    // A broken schema is not an error: the upstream validates the input itself.
    return undefined;
  }
}

/** Tuples are written `items: [...]` up to 2019-09, and `prefixItems` since. */
function dialectOf(schema: JsonSchema): '2019-09' | '2020-12' {
  return JSON.stringify(schema).includes('"prefixItems"') ? '2020-12' : '2019-09';
}

/**
 * Removes patterns and formats: an upstream's regular expression could block this process for minutes, and formats are
 * interpreted differently by each validator. The upstream checks both itself.
 */
function withoutTraps(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutTraps);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key, value]) => !isLeftToServer(key, value));
  return Object.fromEntries(entries.map(([key, value]) => [key, VERBATIM.has(key) ? value : withoutTraps(value)]));
}

/** Keywords that contain values, not schemas. */
const VERBATIM = new Set(['const', 'enum', 'default', 'examples', 'required']);

/** Whether to remove a keyword. The value is checked too: a property named `pattern` has a schema, not a string. */
function isLeftToServer(key: string, value: unknown): boolean {
  if (key === 'patternProperties') return typeof value === 'object';
  // An empty enum rejects every input: the server forgot to fill it.
  if (key === 'enum') return Array.isArray(value) && value.length === 0;
  return (key === 'pattern' || key === 'format') && typeof value === 'string';
}
