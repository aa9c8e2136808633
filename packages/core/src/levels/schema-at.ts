import { isObject, own } from '../catalog/json.ts';

/** Follows local `$ref`s, at most eight hops. */
export function resolveReference(schema: unknown, root: unknown): unknown {
  let current = schema;
  for (let hops = 0; hops < 8; hops += 1) {
    const ref = own(current, '$ref');
    if (typeof ref !== 'string') return current;
    current = resolvePointer(ref, root);
  }
  return undefined;
}

/** Resolves a `#/…` JSON pointer or a `#name` anchor; undefined for other references. */
export function resolvePointer(ref: string, root: unknown): unknown {
  if (ref === '#') return root;
  if (!ref.startsWith('#')) return undefined;
  if (!ref.startsWith('#/')) return anchored(ref.slice(1), root);
  const found = follow(ref.slice(2), root);
  // A pointer in a URI may be percent-encoded: `#/$defs/List%3CItem%3E` is `List<Item>`.
  return found === undefined && ref.includes('%') ? follow(percentDecoded(ref.slice(2)), root) : found;
}

function follow(pointer: string, root: unknown): unknown {
  const keys = pointer.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return keys.reduce<unknown>((value, key) => own(value, key), root);
}

function percentDecoded(pointer: string): string {
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
}

const anchors = new WeakMap<object, ReadonlyMap<unknown, unknown>>();

/** Anchors are searched in `$defs` and `definitions` only. They are indexed once: a schema may refer to them often. */
function anchored(name: string, root: unknown): unknown {
  if (!isObject(root)) return undefined;
  const known = anchors.get(root) ?? anchorsIn(root);
  anchors.set(root, known);
  return known.get(name);
}

function anchorsIn(root: object): ReadonlyMap<unknown, unknown> {
  const definitions = [own(root, '$defs'), own(root, 'definitions')].filter(isObject).flatMap(Object.values);
  const found = new Map<unknown, unknown>();
  for (const schema of definitions) {
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const name = own(schema, keyword);
      if (!found.has(name)) found.set(name, schema);
    }
  }
  return found;
}

/** The schema at a path. Does not evaluate unions and conditions, which depend on the value. */
export function schemaAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let current = plain(root, root);
  for (const key of path) {
    const properties = own(current, 'properties');
    const next = typeof key === 'number' ? own(current, 'items') : own(properties, String(key));
    current = plain(next ?? own(current, 'additionalProperties'), root);
  }
  return current;
}

/** Resolves references, and unwraps `anyOf`/`oneOf` of one schema and null, a common form of optional values. */
export function plain(schema: unknown, root: unknown): unknown {
  const resolved = resolveReference(schema, root);
  const options = own(resolved, 'anyOf') ?? own(resolved, 'oneOf');
  if (!Array.isArray(options)) return resolved;
  const notNull = options.filter((option) => !(isObject(option) && option['type'] === 'null'));
  return notNull.length === 1 ? resolveReference(notNull[0], root) : resolved;
}

/** The JSON types in a schema's `type`; empty if it has none. */
export function typesOf(schema: unknown): readonly string[] {
  const type = own(schema, 'type');
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.filter((name): name is string => typeof name === 'string') : [];
}
