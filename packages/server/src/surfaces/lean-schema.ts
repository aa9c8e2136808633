import type { CommandSchema, JsonSchema } from '@foldout/core';
import { convertSchema } from '@foldout/core/internal';

/** Validation enforces these keywords. In a listing they would only cost tokens. */
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

/** A schema reduced for a listing: names, types and choices. */
export function leanSchema(schema: CommandSchema, without: readonly string[] = []): ObjectSchema {
  const full = convertSchema(schema, 'input');
  const properties = leanProperties(full['properties'] as object, without);
  const required = full['required'];
  return { type: 'object', properties, ...(Array.isArray(required) && { required }) };
}

/** Keys of `properties` are names, not keywords: a property may be called `default`. */
function leanProperties(properties: object, without: readonly string[] = []): JsonSchema {
  const listed = Object.entries(properties).filter(([name]) => !without.includes(name));
  return Object.fromEntries(listed.map(([name, property]) => [name, lean(property)]));
}

function lean(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(lean);
  if (typeof schema !== 'object' || schema === null) return schema;
  // A recursive type would need its definition in the listing. The description of the tool explains the form instead.
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
