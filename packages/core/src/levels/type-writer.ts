import { isObject, type JsonSchema, own } from '../catalog/json.ts';
import { alternativesOf, MOST_ALTERNATIVES } from './alternatives.ts';
import { literalText, propertiesOf } from './properties.ts';

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
  /** What lies around: a type may name itself in an object and in a list, but in a tuple a compiler looks at once. */
  readonly around: 'nothing' | 'list' | 'tuple' | 'object';
  readonly indent: string;
}

export const plainText = (text: string): Written => ({ text, loose: false });
export const UNKNOWN = plainText('unknown');
const NEVER = plainText('never');

/** Says nothing beside a type that says more. That others may be there as well does say something. */
const VAGUE: ReadonlySet<string> = new Set(['unknown', 'object', 'unknown[]', 'Record<string, never>']);

/** Writes a JSON Schema of any draft as a TypeScript type. Keywords that types cannot say are passed over. */
export function writeType(schema: unknown, place: Place): Written {
  if (schema === false) return NEVER;
  if (!isObject(schema)) return UNKNOWN;
  const written = writeSaid(schema, place);
  return own(schema, 'nullable') === true ? union([written, plainText('null')]) : written;
}

/** A place one level down. */
export function within(place: Place, over: Partial<Place> = {}): Place {
  return { ...place, depth: place.depth - 1, around: 'object', ...over };
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
  const base = saysOfProperties(schema) ? [writeOwnType(own(schema, 'type'), schema, place)] : [];
  const parts = [...base, ...composed];
  if (parts.length > 1 && alternativesOf(schema, place.root) >= MOST_ALTERNATIVES) return UNKNOWN;
  const written = intersection(parts);
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

/** Whether a schema names properties, or says what may stand under others. */
function saysOfProperties(schema: JsonSchema): boolean {
  const others = own(schema, 'additionalProperties');
  return (
    propertiesOf(schema).length > 0 || others === true || [own(schema, 'patternProperties'), others].some(isObject)
  );
}

function isFilled(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0;
}

function writeOwnType(type: unknown, schema: JsonSchema, place: Place): Written {
  if (isFilled(type)) return union(type.map((one) => writeOwnType(one, schema, place)));
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

function writeArray(schema: JsonSchema, place: Place): Written {
  if (place.depth <= 0) return plainText('unknown[]');
  const tuple = tupleIn(schema);
  if (tuple) return writeTuple(tuple, schema, place);
  const inner = within(place, { around: place.around === 'nothing' ? 'list' : place.around });
  return listOf(writeType(own(schema, 'items'), inner));
}

export interface Tuple {
  readonly items: readonly unknown[];
  readonly rest: unknown;
}

/** A tuple is `prefixItems` with `items` for the rest, or in older drafts `items` with `additionalItems`. */
export function tupleIn(schema: unknown): Tuple | undefined {
  const [prefix, items] = [own(schema, 'prefixItems'), own(schema, 'items')];
  if (isFilled(prefix)) return { items: prefix, rest: items };
  return isFilled(items) ? { items, rest: own(schema, 'additionalItems') } : undefined;
}

function writeTuple({ items, rest }: Tuple, schema: JsonSchema, place: Place): Written {
  const inner = within(place, { around: place.around === 'object' ? 'object' : 'tuple' });
  const least = own(schema, 'minItems');
  // Who does not say how many there are at least means all of them.
  const needed = typeof least === 'number' ? least : items.length;
  const written = items.map((item, index) => {
    const type = writeType(item, inner);
    return index < needed ? type.text : `${inParentheses(type)}?`;
  });
  if (isObject(rest) || rest === true) written.push(`...${listOf(writeType(rest, inner)).text}`);
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
