import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import type { JsonObject, JsonSchema, Validated, ValidationIssue } from '@foldout/core';

/** Built when a tool is first called, and kept as long as its schema object lives. */
const validators = new WeakMap<JsonSchema, Validator | undefined>();

/** Checks an input against the schema of an upstream's tool. A schema that is broken itself accepts everything. */
export function checkInput(schema: JsonSchema, input: JsonObject): Validated {
  if (!validators.has(schema)) validators.set(schema, validatorOf(schema));
  const validator = validators.get(schema);
  if (!validator) return { valid: true, value: input };
  const errors = errorsOf(validator, input);
  if (errors.length === 0) return { valid: true, value: input };
  return { valid: false, issues: errors.filter(({ keyword }) => !FRAMES.has(keyword)).map(toIssue) };
}

function errorsOf(validator: Validator, input: JsonObject): readonly OutputUnit[] {
  try {
    return validator.validate(input).errors;
  } catch {
    // A reference that leads nowhere, or in circles, shows only when an input comes to it.
    return [];
  }
}

/** Keywords that only say that something within them failed. */
const FRAMES = new Set(['properties', 'items', '$ref', 'allOf', 'additionalItems', 'prefixItems']);

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
    // The server behind it knows better what it takes.
    return undefined;
  }
}

/** Tuples are written `items: [...]` up to 2019-09, and `prefixItems` since. */
function dialectOf(schema: JsonSchema): '2019-09' | '2020-12' {
  return JSON.stringify(schema).includes('"prefixItems"') ? '2020-12' : '2019-09';
}

/**
 * A pattern of somebody else's could keep this process busy for minutes, and a format may be one we read
 * differently. The server behind it checks both anyway.
 */
function withoutTraps(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutTraps);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key, value]) => !isLeftToServer(key, value));
  return Object.fromEntries(entries.map(([key, value]) => [key, VERBATIM.has(key) ? value : withoutTraps(value)]));
}

/** What holds values, not schemas. */
const VERBATIM = new Set(['const', 'enum', 'default', 'examples', 'required']);

/** Not a property that happens to be named `pattern`: that one is a schema. */
function isLeftToServer(key: string, value: unknown): boolean {
  if (key === 'patternProperties') return typeof value === 'object';
  // A list of no values, which no input could be on: the server meant to fill it and did not.
  if (key === 'enum') return Array.isArray(value) && value.length === 0;
  return (key === 'pattern' || key === 'format') && typeof value === 'string';
}
