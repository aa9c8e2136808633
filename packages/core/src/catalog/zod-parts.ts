import type { SchemaDirection } from './command-schema.ts';
import { isObject } from './json.ts';

/** Zod types whose values JSON cannot represent, unless `z.coerce` converts a text or a number to them. */
const UNSENDABLE = new Set(['date', 'bigint', 'symbol', 'map', 'set', 'function', 'file', 'nan', 'promise']);
/** Zod types that are never an object, so they cannot be the root of an input. */
const NO_OBJECT = new Set([
  'string',
  'number',
  'boolean',
  'array',
  'tuple',
  'null',
  'enum',
  'literal',
  'undefined',
  'void',
]);
/** The most frequent types, which have no parts. */
const LEAVES = new Set(['string', 'number', 'boolean', 'enum', 'literal']);
const MAX_DEPTH = 12;

interface ZodDef {
  readonly type: string;
  readonly [part: string]: unknown;
}

export interface UnsendablePart {
  readonly type: string;
  /** Dotted path of the field; empty for the schema as a whole. */
  readonly path: string;
}

/**
 * The first part of a Zod schema that no JSON value can fit. Reads the definitions of Zod directly: converting the schema
 * takes a hundred times as long, and a server with thousands of commands converts few of them.
 */
export function unsendablePart(schema: object, direction: SchemaDirection): UnsendablePart | undefined {
  return visit(schema, { direction, path: '', depth: 0, seen: new Set() });
}

/** What the root of an input is, where it can never be an object. */
export function rootProblem(schema: object): string | undefined {
  const def = defOf(schema);
  if (!def) return undefined;
  if (NO_OBJECT.has(def.type)) return `${/^[aeu]/.test(def.type) ? 'an' : 'a'} ${def.type}`;
  if (def.type === 'union') {
    const problems = listOf(def['options']).map((option) => (isObject(option) ? rootProblem(option) : undefined));
    return problems.every((problem) => problem) ? problems.join(' or ') : undefined;
  }
  const inner = def['innerType'] ?? def['in'];
  return isObject(inner) ? rootProblem(inner) : undefined;
}

/** A part of a schema that is still to be read. */
interface Place {
  readonly direction: SchemaDirection;
  readonly path: string;
  readonly depth: number;
  readonly seen: Set<unknown>;
}

function visit(schema: unknown, place: Place): UnsendablePart | undefined {
  const def = defOf(schema);
  if (!def || LEAVES.has(def.type)) return undefined;
  const { direction, path, depth, seen } = place;
  if (UNSENDABLE.has(def.type)) return def['coerce'] && direction === 'input' ? undefined : { type: def.type, path };
  const instance = direction === 'input' ? classOf(schema) : undefined;
  if (instance !== undefined) return { type: instance, path };
  if (depth > MAX_DEPTH || seen.has(schema)) return undefined;
  seen.add(schema);
  const inside = (part: unknown, key = ''): UnsendablePart | undefined =>
    visit(part, { direction, seen, depth: depth + 1, path: key && path ? `${path}.${key}` : key || path });
  switch (def.type) {
    case 'object':
      return first(fieldsOf(def), ([key, field]) => inside(field, key)) ?? inside(def['catchall']);
    case 'array':
      return inside(def['element'], '[]');
    case 'tuple':
      return first(listOf(def['items']), (item) => inside(item, '[]')) ?? inside(def['rest']);
    case 'record':
      return inside(def['valueType']);
    case 'union': {
      // One option that can be sent is enough: the others are for callers in the same process.
      const parts = listOf(def['options']).map((option) => inside(option));
      return parts.every((part) => part) ? parts[0] : undefined;
    }
    case 'intersection':
      return inside(def['left']) ?? inside(def['right']);
    case 'pipe':
      return inside(def[direction === 'input' ? 'in' : 'out']);
    // A lazy part may refer to a schema that is not defined yet: it is not read here.
    case 'lazy':
      return undefined;
    default:
      return inside(def['innerType']);
  }
}

/** The class of `z.instanceof`. An output may have a class that writes itself as JSON; an input comes from JSON. */
function classOf(schema: unknown): string | undefined {
  const { bag } = (schema as { _zod: { bag?: { Class?: unknown } } })._zod;
  return typeof bag?.Class === 'function' ? `${bag.Class.name || 'class'} object` : undefined;
}

function first<T>(items: readonly T[], find: (item: T) => UnsendablePart | undefined): UnsendablePart | undefined {
  for (const item of items) {
    const found = find(item);
    if (found) return found;
  }
  return undefined;
}

/** The fields of an object schema. A getter may refer to a schema that is not defined yet: such a field is left out. */
function fieldsOf(def: ZodDef): readonly (readonly [string, unknown])[] {
  const shape = read(() => def['shape']);
  if (!isObject(shape)) return [];
  return Object.keys(shape).map((key) => [key, read(() => shape[key])] as const);
}

function read(get: () => unknown): unknown {
  try {
    return get();
  } catch {
    return undefined;
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function defOf(schema: unknown): ZodDef | undefined {
  const def = (schema as { _zod?: { def?: unknown } } | null | undefined)?._zod?.def;
  return isObject(def) && typeof def['type'] === 'string' ? (def as ZodDef) : undefined;
}
