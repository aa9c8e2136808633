import { isObject, type JsonSchema, own } from '../catalog/json.ts';
import { plain, resolveReference, typesOf } from '../levels/schema-at.ts';

/** Deeper than any real input. Bounds the recursion, so that hostile input cannot overflow the stack. */
const MAX_DEPTH = 32;
const NUMBER = /^-?\d{1,16}(\.\d{1,16})?([eE][+-]?\d{1,3})?$/;

export interface Coerced {
  readonly value: unknown;
  /** One line per change. */
  readonly notes: readonly string[];
}

/**
 * Corrects values whose meaning is certain: `"5"` → 5, `"true"` → true, 5 → `"5"`, JSON text → the object or list that the
 * schema expects. An optional field with the value null is removed.
 */
export function coerce(input: unknown, schema: JsonSchema): Coerced {
  const notes: string[] = [];
  const visit = (value: unknown, inner: unknown, path: string, depth: number): unknown => {
    const target = plain(inner, schema);
    if (depth > MAX_DEPTH || target === undefined) return value;
    const changed = coerceScalar(value, typesOf(target));
    if (changed !== undefined) {
      notes.push(`${path || 'input'}: read ${brief(value)} as ${brief(changed)}`);
      return visit(changed, target, path, depth + 1);
    }
    if (Array.isArray(value)) {
      return value.map((item, index) => visit(item, own(target, 'items'), `${path}[${index}]`, depth + 1));
    }
    return isObject(value) ? visitObject(value, target, path, depth) : value;
  };
  const visitObject = (value: object, target: unknown, path: string, depth: number): unknown => {
    const properties = own(target, 'properties');
    const required = own(target, 'required');
    const entries: [string, unknown][] = [];
    for (const [key, inner] of Object.entries(value)) {
      const property = own(properties, key);
      const where = path ? `${path}.${key}` : key;
      if (inner === null && property !== undefined && !includes(required, key) && !acceptsNull(property, schema)) {
        notes.push(`${where}: left out, it was null`);
      } else {
        entries.push([key, visit(inner, property, where, depth + 1)]);
      }
    }
    return Object.fromEntries(entries);
  };
  return { value: visit(input, schema, '', 0), notes };
}

function coerceScalar(value: unknown, types: readonly string[]): unknown {
  if (types.length === 0) return undefined;
  if (Number.isFinite(value) && types.includes('string') && !wantsNumber(types)) return String(value);
  if (typeof value !== 'string' || types.includes('string')) return undefined;
  const text = value.trim();
  if (wantsNumber(types) && NUMBER.test(text)) return toNumber(text, types);
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if (types.includes('object') && text.startsWith('{')) return parsed(text, isObject);
  if (types.includes('array') && text.startsWith('[')) return parsed(text, Array.isArray);
  return undefined;
}

function wantsNumber(types: readonly string[]): boolean {
  return types.includes('number') || types.includes('integer');
}

/** Undefined where the conversion would lose digits: too large, too small, or a fraction for an integer. */
function toNumber(text: string, types: readonly string[]): number | undefined {
  const number = Number(text);
  if (Number.isInteger(number) || !types.includes('number')) {
    const vanished = number === 0 && /^[^eE]*[1-9]/.test(text);
    return Number.isSafeInteger(number) && !vanished ? number : undefined;
  }
  return Number.isFinite(number) ? number : undefined;
}

function parsed(text: string, accept: (value: unknown) => boolean): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return accept(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether null is valid. True for a schema without a type, which may allow null. */
function acceptsNull(schema: unknown, root: JsonSchema, depth = 0): boolean {
  const target = resolveReference(schema, root);
  const options = own(target, 'anyOf') ?? own(target, 'oneOf');
  if (Array.isArray(options)) {
    return depth > MAX_DEPTH || options.some((option) => acceptsNull(option, root, depth + 1));
  }
  const values = own(target, 'enum');
  if (Array.isArray(values)) return values.includes(null);
  const types = typesOf(target);
  return types.length === 0 || types.includes('null');
}

function includes(list: unknown, key: string): boolean {
  return Array.isArray(list) && list.includes(key);
}

/** A short form of a value, for messages. */
export function brief(value: unknown, max = 40): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string' && value.length > max)
    return `${JSON.stringify(value.slice(0, max))}… (${value.length} characters)`;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (isObject(value)) {
    const fields = Object.keys(value).length;
    return `an object with ${fields} ${fields === 1 ? 'field' : 'fields'}`;
  }
  return typeof value === 'bigint' ? `${value}n` : (JSON.stringify(value) ?? typeof value);
}
