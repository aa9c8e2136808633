import { isObject, type JsonSchema, own } from '../catalog/json.ts';

export interface Property {
  readonly key: string;
  readonly schema: unknown;
  readonly required: boolean;
}

/** The properties of an object schema, with whether each is required, required ones first. */
export function propertiesOf(schema: JsonSchema): Property[] {
  const properties = own(schema, 'properties');
  if (!isObject(properties)) return [];
  const listed = own(schema, 'required');
  const required = new Set<unknown>(Array.isArray(listed) ? listed : []);
  return Object.keys(properties)
    .map((key) => ({ key, schema: properties[key], required: required.has(key) }))
    .sort((a, b) => Number(b.required) - Number(a.required));
}

/** A property name in TypeScript: quoted only if it is not an identifier. */
export function keyText(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : literalText(key);
}

/** Invisible characters and those that change the text direction. They are escaped, so that the source shows them. */
const INVISIBLE = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** A JSON value as a TypeScript literal, valid as a value and as a type. */
export function literalText(value: unknown): string {
  const text = JSON.stringify(value) ?? 'unknown';
  return text.replace(INVISIBLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
