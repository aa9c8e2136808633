import { isObject, type JsonSchema, own } from '../catalog/json.ts';
import { keyText, propertiesOf } from './properties.ts';
import { resolvePointer } from './schema-at.ts';
import {
  type Place,
  plainText,
  type TypeForm,
  UNKNOWN,
  type WriteBudget,
  type Written,
  within,
  writeBudget,
  writeType,
} from './type-writer.ts';

/** Deeper levels are written as `object` or `unknown[]`. */
const DEFAULT_DEPTH = 3;
const MAX_PROPERTIES = 40;

export interface TypeTextOptions {
  readonly depth?: number;
}

/** The one-line form, for a model that is choosing a tool. Shortens long enums and deep types. */
const ONE_LINE: TypeForm = {
  maxEnum: 12,
  manyValues: (shown) => `${shown.join(' | ')} | …`,
  reference: writeReference,
  object: writeObject,
};

/** A JSON Schema as one line of TypeScript, for a model to read instead of the schema. */
export function typeText(schema: unknown, options: TypeTextOptions = {}): string {
  return lineOf(schema, schema, options.depth ?? DEFAULT_DEPTH, writeBudget());
}

/**
 * The type of one property of an object schema, with references resolved against that schema. Properties that are written
 * into the same text share a budget.
 */
export function propertyTypeText(
  root: JsonSchema,
  property: unknown,
  budget: WriteBudget,
  depth = DEFAULT_DEPTH,
): string {
  return lineOf(property, root, depth, budget);
}

/** The input as a single type, if its schema is a reference or a union without properties of its own. */
export function wholeInputText(schema: JsonSchema, depth = DEFAULT_DEPTH): string | undefined {
  const composed = ['$ref', 'anyOf', 'oneOf', 'allOf'].some((keyword) => own(schema, keyword) !== undefined);
  return composed && propertiesOf(schema).length === 0 ? typeText(schema, { depth }) : undefined;
}

function lineOf(schema: unknown, root: unknown, depth: number, budget: WriteBudget): string {
  return writeType(schema, { root, form: ONE_LINE, budget, depth, seen: new Set(), around: 'nothing', indent: '' })
    .text;
}

function writeObject(schema: JsonSchema, place: Place): Written {
  const properties = propertiesOf(schema);
  if (place.depth <= 0) return plainText('object');
  if (properties.length === 0) {
    const values = own(schema, 'additionalProperties');
    return plainText(isObject(values) ? `Record<string, ${writeType(values, within(place)).text}>` : 'object');
  }
  const written = properties
    .slice(0, MAX_PROPERTIES)
    .map(
      ({ key, schema: inner, required }) =>
        `${keyText(key)}${required ? '' : '?'}: ${writeType(inner, within(place)).text}`,
    );
  return plainText(`{ ${written.join(', ')} }`);
}

/** Follows references within the document only. A recursive reference is written as `object`. */
function writeReference(ref: string, place: Place): Written {
  if (place.seen.has(ref) || place.depth <= 0) return plainText('object');
  const target = resolvePointer(ref, place.root);
  return target === undefined ? UNKNOWN : writeType(target, within(place, { seen: new Set([...place.seen, ref]) }));
}
