import type { CommandSchema, JsonSchema } from '@foldout/core';

/** Limits and defaults are enforced when the tool is called; in a listing they cost tokens every time. */
const DROPPED = new Set([
  '$schema',
  'additionalProperties',
  'default',
  'minimum',
  'maximum',
  'minLength',
  'minItems',
  'maxItems',
  'pattern',
  'propertyNames',
]);

export type ObjectSchema = JsonSchema & { readonly type: 'object' };

/** A schema as a listing shows it: names, types and choices, nothing else. */
export function leanSchema(schema: CommandSchema, without: readonly string[] = []): ObjectSchema {
  const full = schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
  const properties = leanProperties(full['properties'] as object, without);
  const required = full['required'];
  return { type: 'object', properties, ...(Array.isArray(required) && { required }) };
}

/** Here the keys are names, not keywords: one may be called `default`. */
function leanProperties(properties: object, without: readonly string[] = []): JsonSchema {
  const kept = Object.entries(properties).filter(([name]) => !without.includes(name));
  return Object.fromEntries(kept.map(([name, property]) => [name, lean(property)]));
}

function lean(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(lean);
  if (typeof schema !== 'object' || schema === null) return schema;
  // A recursive part would need its definition in the listing; its form is said in the description.
  if ('$ref' in schema) return { type: 'object' };
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !DROPPED.has(keyword))
      .map(([keyword, value]) => [keyword, leanKeyword(keyword, value)]),
  );
}

function leanKeyword(keyword: string, value: unknown): unknown {
  if (keyword === 'required' || keyword === 'enum') return value;
  return keyword === 'properties' && typeof value === 'object' && value !== null ? leanProperties(value) : lean(value);
}
