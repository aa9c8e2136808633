import { isObject, type JsonSchema, own } from '../catalog/json.ts';
import { resolvePointer } from './schema-at.ts';

/** How deep types are written out before they become `object` or `unknown[]`. */
const DEFAULT_DEPTH = 3;
const MAX_ENUM = 12;
const MAX_PROPERTIES = 40;

export interface TypeTextOptions {
  readonly depth?: number;
}

/** A JSON Schema as one line of TypeScript: what a model reads instead of the schema. */
export function typeText(schema: unknown, options: TypeTextOptions = {}): string {
  return write(schema, schema, options.depth ?? DEFAULT_DEPTH, new Set());
}

/** The type of one property of an object schema, with references resolved against that schema. */
export function propertyTypeText(root: JsonSchema, property: unknown, depth = DEFAULT_DEPTH): string {
  return write(property, root, depth, new Set());
}

/** A key as TypeScript writes it: bare where it can be, quoted where it must. */
export function keyText(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}

/** An input that is written as one type, because its schema is a reference or a choice and names no properties. */
export function wholeInputText(schema: JsonSchema, depth = DEFAULT_DEPTH): string | undefined {
  const composed = ['$ref', 'anyOf', 'oneOf', 'allOf'].some((keyword) => own(schema, keyword) !== undefined);
  return composed && propertiesOf(schema).length === 0 ? `input: ${typeText(schema, { depth })}` : undefined;
}

/** The properties of an object schema, with whether each is required, required ones first. */
export function propertiesOf(schema: JsonSchema): { key: string; schema: unknown; required: boolean }[] {
  const properties = own(schema, 'properties');
  if (!isObject(properties)) return [];
  const required = own(schema, 'required');
  const isRequired = (key: string): boolean => Array.isArray(required) && required.includes(key);
  return Object.keys(properties)
    .map((key) => ({ key, schema: properties[key], required: isRequired(key) }))
    .sort((a, b) => Number(b.required) - Number(a.required));
}

function write(schema: unknown, root: unknown, depth: number, seen: ReadonlySet<string>): string {
  if (!isObject(schema)) return 'unknown';
  const ref = own(schema, '$ref');
  if (typeof ref === 'string') return writeReference(ref, root, depth, seen);
  if (Object.hasOwn(schema, 'const')) return JSON.stringify(schema['const']) ?? 'unknown';
  const values = own(schema, 'enum');
  if (Array.isArray(values)) return writeEnum(values);
  const options = own(schema, 'anyOf') ?? own(schema, 'oneOf');
  if (Array.isArray(options) && options.length > 0) {
    return unique(options.map((option) => write(option, root, depth, seen))).join(' | ');
  }
  const parts = own(schema, 'allOf');
  if (Array.isArray(parts) && parts.length > 0) {
    return unique(parts.map((part) => inParentheses(write(part, root, depth, seen)))).join(' & ');
  }
  return writeType(own(schema, 'type'), schema, root, depth, seen);
}

function writeType(type: unknown, schema: JsonSchema, root: unknown, depth: number, seen: ReadonlySet<string>): string {
  if (Array.isArray(type)) return unique(type.map((one) => writeType(one, schema, root, depth, seen))).join(' | ');
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return writeArray(schema, root, depth, seen);
    case 'object':
      return writeObject(schema, root, depth, seen);
    default:
      return isObject(own(schema, 'properties')) ? writeObject(schema, root, depth, seen) : 'unknown';
  }
}

function writeArray(schema: JsonSchema, root: unknown, depth: number, seen: ReadonlySet<string>): string {
  const tuple = own(schema, 'prefixItems');
  if (Array.isArray(tuple) && depth > 0) {
    return `[${tuple.map((item) => write(item, root, depth - 1, seen)).join(', ')}]`;
  }
  const item = depth > 0 ? write(own(schema, 'items'), root, depth - 1, seen) : 'unknown';
  return `${inParentheses(item)}[]`;
}

/** Parentheses where an operator stands outside of every brace and text. */
function inParentheses(type: string): string {
  let outside = type.replace(/"(?:[^"\\]|\\.)*"/g, '');
  for (let before = ''; before !== outside; ) {
    before = outside;
    outside = outside.replace(/\{[^{}]*\}/g, '');
  }
  return /[|&]/.test(outside) ? `(${type})` : type;
}

function writeObject(schema: JsonSchema, root: unknown, depth: number, seen: ReadonlySet<string>): string {
  const properties = propertiesOf(schema);
  if (properties.length === 0) {
    const values = own(schema, 'additionalProperties');
    return isObject(values) && depth > 0 ? `Record<string, ${write(values, root, depth - 1, seen)}>` : 'object';
  }
  if (depth <= 0) return 'object';
  const written = properties
    .slice(0, MAX_PROPERTIES)
    .map(
      ({ key, schema: inner, required }) =>
        `${keyText(key)}${required ? '' : '?'}: ${write(inner, root, depth - 1, seen)}`,
    );
  return `{ ${written.join(', ')} }`;
}

function writeEnum(values: readonly unknown[]): string {
  if (values.length === 0) return 'never';
  const written = values.slice(0, MAX_ENUM).map((value) => JSON.stringify(value) ?? 'unknown');
  return values.length > MAX_ENUM ? `${written.join(' | ')} | …` : written.join(' | ');
}

/** Only references into the same document are followed; a type that holds itself is written once. */
function writeReference(ref: string, root: unknown, depth: number, seen: ReadonlySet<string>): string {
  if (seen.has(ref) || depth <= 0) return 'object';
  const target = resolvePointer(ref, root);
  return target === undefined ? 'unknown' : write(target, root, depth - 1, new Set([...seen, ref]));
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
