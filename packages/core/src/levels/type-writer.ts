import { isObject, type JsonSchema, own } from '../catalog/json.ts';
import { literalText } from './properties.ts';

/** A type as text; `loose` where an operator stands outside of every bracket. */
export interface Written {
  readonly text: string;
  readonly loose: boolean;
}

/** How types are written: in a line for a model that chooses, or as declarations that a compiler takes. */
export interface TypeForm {
  readonly maxEnum: number;
  /** What more values than that are written as. */
  manyValues(shown: readonly string[], values: readonly unknown[]): string;
  reference(ref: string, place: Place): Written;
  object(schema: JsonSchema, place: Place): Written;
}

/** Where in a schema the writing stands. */
export interface Place {
  readonly root: unknown;
  readonly form: TypeForm;
  /** How many levels may still be written. */
  readonly depth: number;
  /** References that are being written out. */
  readonly seen: ReadonlySet<string>;
  /** Whether an object or a list lies around: a type may name itself only there. */
  readonly inside: boolean;
  readonly indent: string;
}

export const plainText = (text: string): Written => ({ text, loose: false });
export const UNKNOWN = plainText('unknown');
const NEVER = plainText('never');

/** Says nothing beside a type that says more. */
const VAGUE: ReadonlySet<string> = new Set([
  'unknown',
  'object',
  'unknown[]',
  '{ [key: string]: unknown }',
  'Record<string, never>',
]);

/** Writes a JSON Schema of any draft as a TypeScript type. Keywords that types cannot say are passed over. */
export function writeType(schema: unknown, place: Place): Written {
  if (schema === false) return NEVER;
  if (!isObject(schema)) return UNKNOWN;
  const written = writeSaid(schema, place);
  return own(schema, 'nullable') === true ? union([written, plainText('null')]) : written;
}

/** A place one level down. */
export function within(place: Place, over: Partial<Place> = {}): Place {
  return { ...place, depth: place.depth - 1, inside: true, ...over };
}

export function union(parts: readonly Written[]): Written {
  const known = unique(parts).filter(({ text }) => text !== 'never');
  if (known.some(({ text }) => text === 'unknown')) return UNKNOWN;
  if (known.length === 0) return NEVER;
  if (known.length === 1 && known[0]) return known[0];
  return { text: known.map(({ text }) => text).join(' | '), loose: true };
}

function intersection(parts: readonly Written[]): Written {
  const all = unique(parts);
  const telling = all.filter(({ text }) => !VAGUE.has(text));
  const kept = telling.length > 0 ? telling : all.slice(0, 1);
  if (kept.length <= 1) return kept[0] ?? UNKNOWN;
  return { text: kept.map(inParentheses).join(' & '), loose: true };
}

function inParentheses({ text, loose }: Written): string {
  return loose ? `(${text})` : text;
}

function unique(parts: readonly Written[]): readonly Written[] {
  if (parts.length < 2) return parts;
  return [...new Map(parts.map((part) => [part.text, part])).values()];
}

function writeSaid(schema: JsonSchema, place: Place): Written {
  if (Object.hasOwn(schema, 'const')) return plainText(literalText(schema['const']));
  const values = own(schema, 'enum');
  if (Array.isArray(values)) return writeEnum(values, place.form);
  const composed = composedParts(schema, place);
  if (composed.length === 0) return writeOwnType(own(schema, 'type'), schema, place);
  // What stands beside a choice or a reference counts where it names properties; a bare type repeats what they say.
  const base = isObject(own(schema, 'properties')) ? [place.form.object(schema, place)] : [];
  const written = intersection([...base, ...composed]);
  return written.text === 'unknown' ? writeOwnType(own(schema, 'type'), schema, place) : written;
}

/** What has to hold besides: a reference, choices, and the parts of `allOf`. */
function composedParts(schema: JsonSchema, place: Place): Written[] {
  const ref = own(schema, '$ref') ?? own(schema, '$recursiveRef') ?? own(schema, '$dynamicRef');
  const choices = [own(schema, 'anyOf'), own(schema, 'oneOf')].filter(isFilled);
  const parts = own(schema, 'allOf');
  return [
    ...(typeof ref === 'string' ? [place.form.reference(ref, place)] : []),
    ...choices.map((options) => union(options.map((option) => writeType(option, place)))),
    ...(isFilled(parts) ? parts.map((part) => writeType(part, place)) : []),
  ];
}

function isFilled(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0;
}

function writeOwnType(type: unknown, schema: JsonSchema, place: Place): Written {
  if (Array.isArray(type)) return union(type.map((one) => writeOwnType(one, schema, place)));
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return plainText(type);
    case 'number':
    case 'integer':
      return plainText('number');
    case 'array':
      return writeArray(schema, place);
    case 'object':
      return place.form.object(schema, place);
    default:
      return writeUntyped(schema, place);
  }
}

/** A schema without a type, or with one that JSON does not have, may still show what it means. */
function writeUntyped(schema: JsonSchema, place: Place): Written {
  if (isObject(own(schema, 'properties'))) return place.form.object(schema, place);
  const items = own(schema, 'prefixItems') ?? own(schema, 'items');
  return items === undefined ? UNKNOWN : writeArray(schema, place);
}

/** A tuple is `prefixItems` with `items` for the rest, or in older drafts `items` with `additionalItems`. */
function writeArray(schema: JsonSchema, place: Place): Written {
  if (place.depth <= 0) return plainText('unknown[]');
  const [prefix, items] = [own(schema, 'prefixItems'), own(schema, 'items')];
  const tuple = isFilled(prefix) ? prefix : isFilled(items) ? items : undefined;
  if (!tuple) return listOf(writeType(items, within(place)));
  const rest = isFilled(prefix) ? items : own(schema, 'additionalItems');
  const written = tuple.map((item) => writeType(item, within(place)).text);
  if (isObject(rest)) written.push(`...${listOf(writeType(rest, within(place))).text}`);
  return plainText(`[${written.join(', ')}]`);
}

function listOf(item: Written): Written {
  return plainText(`${inParentheses(item)}[]`);
}

function writeEnum(values: readonly unknown[], form: TypeForm): Written {
  if (values.length === 0) return NEVER;
  const shown = [...new Set(values.slice(0, form.maxEnum).map(literalText))];
  const text = values.length > form.maxEnum ? form.manyValues(shown, values) : shown.join(' | ');
  return { text, loose: text.includes(' | ') };
}
