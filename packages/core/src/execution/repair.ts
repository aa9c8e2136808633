import { isObject, type JsonObject, type JsonSchema, jsonOf, own } from '../catalog/json.ts';
import { propertiesOf } from '../levels/properties.ts';
import { plain, typesOf } from '../levels/schema-at.ts';
import { propertyTypeText } from '../levels/type-text.ts';
import { type WriteBudget, writeBudget } from '../levels/type-writer.ts';
import { findSimilarTools } from '../search/similarity.ts';

/** A longer repair is not suggested: the agent has the input, and a copy costs tokens. The message names the wrong fields. */
const MAX_REPAIR = 400;
const MAX_DEPTH = 5;

export interface Repair {
  readonly input: JsonObject;
  readonly json: string;
  /** Whether the repair has `<type>` in place of a value that only the agent knows. */
  readonly incomplete: boolean;
}

/**
 * A version of the input that is closer to the schema: misspelled fields renamed, an unknown field in place of the only
 * missing one, a single value put into a list, the nearest value of an enum, a number within its bounds, and `<type>` for a missing field. Every other value is kept whole.
 * Only a suggestion: unlike a coercion, it may differ from what the agent meant. Undefined if there is nothing to suggest:
 * no named fields, no change, or too long.
 */
export function suggestRepair(given: unknown, coerced: unknown, schema: JsonSchema): Repair | undefined {
  if (propertiesOf(schema).length === 0) return undefined;
  const open = { placeholders: 0, budget: writeBudget() };
  const input = repairObject(coerced, schema, schema, open, 0);
  // An empty input would drop everything that the agent asked for.
  if (Object.keys(input).length === 0) return undefined;
  const json = jsonOf(input);
  if (json === undefined || json.length > MAX_REPAIR || json === jsonOf(given)) return undefined;
  return { input, json, incomplete: open.placeholders > 0 };
}

interface Open {
  placeholders: number;
  readonly budget: WriteBudget;
}

function repairObject(value: unknown, schema: JsonSchema, root: JsonSchema, open: Open, depth: number): JsonObject {
  const fields = isObject(value) ? value : {};
  const properties = propertiesOf(schema);
  const names = properties.map((property) => property.key);
  const entries = new Map<string, unknown>();
  const unknown: unknown[] = [];
  for (const [key, value] of Object.entries(fields)) {
    const name = names.includes(key)
      ? key
      : meantField(
          [key, value],
          names.filter((other) => !Object.hasOwn(fields, other)),
          schema,
          root,
        );
    if (name) entries.set(name, repairValue(value, own(own(schema, 'properties'), name), root, open, depth + 1));
    else {
      unknown.push(value);
      if (!isClosed(schema)) entries.set(key, value);
    }
  }
  const wanted = properties.filter(({ required }) => required);
  const [only, ...others] = wanted.filter(({ key }) => !entries.has(key));
  // As many fields as are required, and one of them has another name, as in { file } for { path }.
  const isRenamed = others.length === 0 && unknown.length === 1 && Object.keys(fields).length === wanted.length;
  if (only && isRenamed && hasType(unknown[0], plain(only.schema, root)))
    entries.set(only.key, repairValue(unknown[0], only.schema, root, open, depth + 1));
  for (const { key, schema: property, required } of properties) {
    if (required && !entries.has(key)) entries.set(key, placeholder(root, property, open));
  }
  return Object.fromEntries(entries);
}

interface UnknownField {
  readonly field: string;
  readonly meant: string | undefined;
}

const NONE: readonly UnknownField[] = [];

/** Whether the input has unknown fields. Runs on every call, so it allocates no list. */
function hasOther(input: object, properties: object): boolean {
  for (const key in input) if (Object.hasOwn(input, key) && !Object.hasOwn(properties, key)) return true;
  return false;
}

/** Fields that the schema does not have, each with the most similar field of the schema. */
export function unknownFields(input: unknown, schema: JsonSchema): readonly UnknownField[] {
  const properties = own(schema, 'properties');
  const extra = own(schema, 'additionalProperties');
  if (!isObject(input) || !isObject(properties) || extra === true || isObject(extra)) return NONE;
  if (own(schema, 'patternProperties') || own(schema, 'allOf') || own(schema, 'anyOf')) return NONE;
  if (!hasOther(input, properties)) return NONE;
  const unknown = Object.keys(input).filter((key) => !Object.hasOwn(properties, key));
  const free = Object.keys(properties).filter((key) => !Object.hasOwn(input, key));
  return unknown.map((field) => ({ field, meant: meantField([field, input[field]], free, schema) }));
}

/** Names beyond this number are not compared: the schema may come from a hostile server. */
const MAX_COMPARED = 500;

function closest(name: string, names: readonly string[]): string | undefined {
  return findSimilarTools(name, names.slice(0, MAX_COMPARED), 1)[0];
}

/**
 * The field that a misspelled one means: similar, and the value can be its value. Short names look alike by chance, as
 * `server` and `level` do.
 */
function meantField(
  [field, value]: readonly [string, unknown],
  free: readonly string[],
  schema: JsonSchema,
  root: JsonSchema = schema,
): string | undefined {
  const name = closest(field, free);
  return name !== undefined && canBe(value, plain(own(own(schema, 'properties'), name), root)) ? name : undefined;
}

/** Whether a value can be repaired to one of this schema. Not recursive: an input can be nested as deep as its sender likes. */
function canBe(value: unknown, schema: unknown): boolean {
  const choices = choicesOf(schema);
  if (choices && typeof value === 'string')
    return choices.includes(value) || nearestChoice(value, choices) !== undefined;
  return hasType(value, schema) || isList(schema);
}

/** The values of an enum. */
function choicesOf(schema: unknown): readonly unknown[] | undefined {
  const values = own(schema, 'enum');
  return Array.isArray(values) ? values : undefined;
}

function nearestChoice(value: string, choices: readonly unknown[]): string | undefined {
  return closest(
    value,
    choices.filter((choice): choice is string => typeof choice === 'string'),
  );
}

function isList(schema: unknown): boolean {
  const types = typesOf(schema);
  return types.length === 1 && types[0] === 'array';
}

function hasType(value: unknown, schema: unknown): boolean {
  const types = typesOf(schema);
  const actual = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  return types.length === 0 || types.includes(actual) || (actual === 'number' && types.includes('integer'));
}

/** Whether the schema drops or refuses fields that it does not name. */
function isClosed(schema: JsonSchema): boolean {
  const extra = own(schema, 'additionalProperties');
  return extra !== true && !isObject(extra);
}

function placeholder(root: JsonSchema, property: unknown, open: Open): string {
  open.placeholders += 1;
  return `<${propertyTypeText(root, property as JsonSchema, open.budget, 1)}>`;
}

function repairValue(value: unknown, property: unknown, root: JsonSchema, open: Open, depth: number): unknown {
  const schema = plain(property, root);
  if (depth > MAX_DEPTH) return value;
  const choices = choicesOf(schema);
  if (choices && typeof value === 'string' && !choices.includes(value))
    return nearestChoice(value, choices) ?? placeholder(root, schema, open);
  if (isList(schema) && !Array.isArray(value)) return [repairValue(value, own(schema, 'items'), root, open, depth + 1)];
  if (!hasType(value, schema)) return placeholder(root, schema, open);
  if (typeof value === 'number') return withinBounds(value, schema);
  return isObject(value) && propertiesOf(schema as JsonSchema).length > 0
    ? repairObject(value, schema as JsonSchema, root, open, depth)
    : value;
}

function withinBounds(value: number, schema: unknown): number {
  const [minimum, maximum] = [own(schema, 'minimum'), own(schema, 'maximum')];
  if (typeof maximum === 'number' && value > maximum) return maximum;
  return typeof minimum === 'number' && value < minimum ? minimum : value;
}
