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
  const required = own(schema, 'required');
  const isRequired = (key: string): boolean => Array.isArray(required) && required.includes(key);
  return Object.keys(properties)
    .map((key) => ({ key, schema: properties[key], required: isRequired(key) }))
    .sort((a, b) => Number(b.required) - Number(a.required));
}

/** A key as TypeScript writes it: bare where it can be, quoted where it must. */
export function keyText(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : literalText(key);
}

/** What cannot be seen, or turns the reading direction: in a literal it is escaped, so that a reader sees what runs. */
const UNSEEN = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** A JSON value as TypeScript writes it, as a value and as a type. */
export function literalText(value: unknown): string {
  const text = JSON.stringify(value) ?? 'unknown';
  return text.replace(UNSEEN, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
