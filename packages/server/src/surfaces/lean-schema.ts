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
  const properties = Object.entries(full['properties'] as Record<string, unknown>)
    .filter(([name]) => !without.includes(name))
    .map(([name, property]) => [name, lean(property)]);
  const required = full['required'];
  return { type: 'object', properties: Object.fromEntries(properties), ...(Array.isArray(required) && { required }) };
}

function lean(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(lean);
  if (typeof schema !== 'object' || schema === null) return schema;
  // A recursive part would need its definition in the listing; its form is said in the description.
  if ('$ref' in schema) return { type: 'object' };
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !DROPPED.has(keyword))
      .map(([keyword, value]) => [keyword, keyword === 'required' || keyword === 'enum' ? value : lean(value)]),
  );
}
