import { isObject, type JsonObject, type JsonSchema, own } from '../catalog/json.ts';
import { propertiesOf } from '../levels/properties.ts';
import { plain, typesOf } from '../levels/schema-at.ts';
import { propertyTypeText } from '../levels/type-text.ts';
import { findSimilarTools } from '../search/similarity.ts';

/** Longer values are shortened: the agent has them, and each costs tokens a second time. */
const SHOWN_VALUE = 60;

/**
 * A version of the input that is closer to what the schema wants: misspelt fields renamed, a single
 * value put into a list, the nearest value of an enum, and `<type>` where something is missing. It is
 * a suggestion only: unlike a coercion, it may not be what was meant.
 */
export function suggestRepair(input: unknown, schema: JsonSchema): JsonObject {
  const given = isObject(input) ? input : {};
  const properties = propertiesOf(schema);
  const names = properties.map((property) => property.key);
  const entries = new Map<string, unknown>();
  for (const [key, value] of Object.entries(given)) {
    const name = names.includes(key)
      ? key
      : closest(
          key,
          names.filter((one) => !Object.hasOwn(given, one)),
        );
    if (name) entries.set(name, repairValue(value, own(own(schema, 'properties'), name), schema));
  }
  for (const { key, schema: property, required } of properties) {
    if (required && !entries.has(key)) entries.set(key, `<${propertyTypeText(schema, property, 1)}>`);
  }
  return Object.fromEntries(entries);
}

interface UnknownField {
  readonly field: string;
  readonly meant: string | undefined;
}

const NONE: readonly UnknownField[] = [];

/** Asked on every call: the usual answer, no, is found without making a list. */
function hasOther(input: object, properties: object): boolean {
  for (const key in input) if (Object.hasOwn(input, key) && !Object.hasOwn(properties, key)) return true;
  return false;
}

/** Fields that the schema does not know, each with the field that was probably meant. */
export function unknownFields(input: unknown, schema: JsonSchema): readonly UnknownField[] {
  const properties = own(schema, 'properties');
  const extra = own(schema, 'additionalProperties');
  if (!isObject(input) || !isObject(properties) || extra === true || isObject(extra)) return NONE;
  if (own(schema, 'patternProperties') || own(schema, 'allOf') || own(schema, 'anyOf')) return NONE;
  if (!hasOther(input, properties)) return NONE;
  const unknown = Object.keys(input).filter((key) => !Object.hasOwn(properties, key));
  const free = Object.keys(properties).filter((key) => !Object.hasOwn(input, key));
  return unknown.map((field) => ({ field, meant: closest(field, free) }));
}

function closest(name: string, names: readonly string[]): string | undefined {
  return findSimilarTools(name, names, 1)[0];
}

function repairValue(value: unknown, property: unknown, root: JsonSchema): unknown {
  const schema = plain(property, root);
  const values = own(schema, 'enum');
  if (Array.isArray(values) && typeof value === 'string' && !values.includes(value)) {
    return (
      closest(
        value,
        values.filter((one): one is string => typeof one === 'string'),
      ) ?? `<${propertyTypeText(root, schema)}>`
    );
  }
  const types = typesOf(schema);
  const actual = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  if (types.length === 1 && types[0] === 'array' && actual !== 'array') return [shorten(value)];
  const fits = types.length === 0 || types.includes(actual) || (actual === 'number' && types.includes('integer'));
  return fits ? shorten(value) : `<${propertyTypeText(root, schema, 1)}>`;
}

function shorten(value: unknown): unknown {
  if (typeof value === 'string') return value.length > SHOWN_VALUE ? `${value.slice(0, SHOWN_VALUE)}…` : value;
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return value;
  return '<as given>';
}
