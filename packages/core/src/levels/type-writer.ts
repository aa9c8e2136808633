import { isObject, type JsonSchema, own } from '../catalog/json.ts';
import { alternativesOf, MOST_ALTERNATIVES } from './alternatives.ts';
import { literalText, propertiesOf } from './properties.ts';

/** A type as text. `loose`: it has a `|` or `&` outside of all brackets and may need parentheses. */
export interface Written {
  readonly text: string;
  readonly loose: boolean;
}

/** The output style: one line for a model, or declarations for a compiler. */
export interface TypeForm {
  readonly maxEnum: number;
  /** The type of an enum with more than `maxEnum` values. */
  manyValues(shown: readonly string[], values: readonly unknown[]): string;
  reference(ref: string, place: Place): Written;
  object(schema: JsonSchema, place: Place): Written;
}

/** Nodes of one written type. References that fan out could otherwise make a short schema into a text without end. */
const MAX_NODES = 10_000;

/** What one text may still cost, shared by all types in it, and the counts that its unions share. */
export interface WriteBudget {
  nodes: number;
  readonly alternatives: Map<object, number>;
}

export function writeBudget(): WriteBudget {
  return { nodes: MAX_NODES, alternatives: new Map() };
}

/** Where in the schema the writer is, and how deep it may still go. */
export interface Place {
  readonly root: unknown;
  readonly form: TypeForm;
  readonly budget: WriteBudget;
  /** Number of levels left to write. */
  readonly depth: number;
  /** References that are being expanded, to detect recursion. */
  readonly seen: ReadonlySet<string>;
  /** The enclosing type. TypeScript resolves tuple items eagerly, so a type cannot refer to itself there. */
  readonly around: 'nothing' | 'list' | 'tuple' | 'object';
  readonly indent: string;
}

export const plainText = (text: string): Written => ({ text, loose: false });
export const UNKNOWN = plainText('unknown');
const NEVER = plainText('never');

/** Types that add nothing to an intersection with a more specific one. */
const VAGUE: ReadonlySet<string> = new Set(['unknown', 'object', 'unknown[]', 'Record<string, never>']);

/**
 * Writes a JSON Schema of any draft as a TypeScript type. Ignores keywords that types cannot express, and writes `unknown`
 * when the budget is used up.
 */
export function writeType(schema: unknown, place: Place): Written {
  place.budget.nodes -= 1;
  if (place.budget.nodes < 0) return UNKNOWN;
  if (schema === false) return NEVER;
  if (!isObject(schema)) return UNKNOWN;
  const written = writeKeywords(schema, place);
  return own(schema, 'nullable') === true ? union([written, plainText('null')]) : written;
}

/** The `Place` one level deeper in the schema. */
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
  const specific = all.filter(({ text }) => !VAGUE.has(text));
  const members = specific.length > 0 ? specific : all.slice(0, 1);
  if (members.length <= 1) return members[0] ?? UNKNOWN;
  return { text: members.map(inParentheses).join(' & '), loose: true };
}

function inParentheses({ text, loose }: Written): string {
  return loose ? `(${text})` : text;
}

function unique(parts: readonly Written[]): readonly Written[] {
  if (parts.length < 2) return parts;
  return [...new Map(parts.map((part) => [part.text, part])).values()];
}

function writeKeywords(schema: JsonSchema, place: Place): Written {
  if (Object.hasOwn(schema, 'const')) return plainText(literalText(schema['const']));
  const values = own(schema, 'enum');
  if (Array.isArray(values)) return writeEnum(values, place.form);
  const composed = composedParts(schema, place);
  if (composed.length === 0) return writeOwnType(own(schema, 'type'), schema, place);
  // Beside `$ref`, `anyOf` and `oneOf`, only property keywords add information: a bare `type` is redundant.
  const base = hasPropertyKeywords(schema) ? [writeOwnType(own(schema, 'type'), schema, place)] : [];
  const parts = [...base, ...composed];
  if (parts.length > 1 && alternativesOf(schema, place.root, place.budget.alternatives) >= MOST_ALTERNATIVES)
    return UNKNOWN;
  const written = intersection(parts);
  return written.text === 'unknown' ? writeOwnType(own(schema, 'type'), schema, place) : written;
}

/** The parts of the intersection: a reference, the unions of `anyOf` and `oneOf`, and the parts of `allOf`. */
function composedParts(schema: JsonSchema, place: Place): Written[] {
  const ref = own(schema, '$ref') ?? own(schema, '$recursiveRef') ?? own(schema, '$dynamicRef');
  const choices = [own(schema, 'anyOf'), own(schema, 'oneOf')].filter(isNonEmptyArray);
  const parts = own(schema, 'allOf');
  return [
    ...(typeof ref === 'string' ? [place.form.reference(ref, place)] : []),
    ...choices.map((options) => union(options.map((option) => writeType(option, place)))),
    ...(isNonEmptyArray(parts) ? parts.map((part) => writeType(part, place)) : []),
  ];
}

/** Whether a schema lists properties or describes additional ones. */
function hasPropertyKeywords(schema: JsonSchema): boolean {
  const others = own(schema, 'additionalProperties');
  return (
    propertiesOf(schema).length > 0 || others === true || [own(schema, 'patternProperties'), others].some(isObject)
  );
}

function isNonEmptyArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0;
}

function writeOwnType(type: unknown, schema: JsonSchema, place: Place): Written {
  if (isNonEmptyArray(type)) return union(type.map((name) => writeOwnType(name, schema, place)));
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

/** A schema without a valid `type`: its other keywords may imply one. */
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

/** A tuple is `prefixItems` plus `items` for further elements; in older drafts, `items` plus `additionalItems`. */
export function tupleIn(schema: unknown): Tuple | undefined {
  const [prefix, items] = [own(schema, 'prefixItems'), own(schema, 'items')];
  if (isNonEmptyArray(prefix)) return { items: prefix, rest: items };
  return isNonEmptyArray(items) ? { items, rest: own(schema, 'additionalItems') } : undefined;
}

function writeTuple({ items, rest }: Tuple, schema: JsonSchema, place: Place): Written {
  const inner = within(place, { around: place.around === 'object' ? 'object' : 'tuple' });
  const least = own(schema, 'minItems');
  // No `minItems`: every element is required.
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
