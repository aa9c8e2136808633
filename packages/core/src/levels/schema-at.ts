import { isObject, own } from '../catalog/json.ts';

/** Follows a reference into the same document, at most a few hops. */
export function resolveReference(schema: unknown, root: unknown): unknown {
  let current = schema;
  for (let hops = 0; hops < 8; hops += 1) {
    const ref = own(current, '$ref');
    if (typeof ref !== 'string') return current;
    current = resolvePointer(ref, root);
  }
  return undefined;
}

/** What a `#/…` pointer or a `#name` anchor names in a document; undefined for anything else. */
export function resolvePointer(ref: string, root: unknown): unknown {
  if (ref === '#') return root;
  if (!ref.startsWith('#')) return undefined;
  if (!ref.startsWith('#/')) return anchored(ref.slice(1), root);
  const found = follow(ref.slice(2), root);
  // A pointer is part of a URI: `#/$defs/List%3CItem%3E` names `List<Item>`.
  return found === undefined && ref.includes('%') ? follow(withoutEscapes(ref.slice(2)), root) : found;
}

function follow(pointer: string, root: unknown): unknown {
  const keys = pointer.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return keys.reduce<unknown>((value, key) => own(value, key), root);
}

function withoutEscapes(pointer: string): string {
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
}

/** Anchors are looked for where definitions are kept. */
function anchored(name: string, root: unknown): unknown {
  const definitions = [own(root, '$defs'), own(root, 'definitions')].filter(isObject).flatMap(Object.values);
  return definitions.find((one) => ['$anchor', '$dynamicAnchor'].some((keyword) => own(one, keyword) === name));
}

/** The schema of the value at a path, where it can be told without knowing the value. */
export function schemaAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let current = plain(root, root);
  for (const key of path) {
    const properties = own(current, 'properties');
    const next = typeof key === 'number' ? own(current, 'items') : own(properties, String(key));
    current = plain(next ?? own(current, 'additionalProperties'), root);
  }
  return current;
}

/** Looks through references and through "this or null", which is how optional values are often written. */
export function plain(schema: unknown, root: unknown): unknown {
  const resolved = resolveReference(schema, root);
  const options = own(resolved, 'anyOf') ?? own(resolved, 'oneOf');
  if (!Array.isArray(options)) return resolved;
  const notNull = options.filter((option) => !(isObject(option) && option['type'] === 'null'));
  return notNull.length === 1 ? resolveReference(notNull[0], root) : resolved;
}

/** The JSON types a schema accepts; empty where it does not say. */
export function typesOf(schema: unknown): readonly string[] {
  const type = own(schema, 'type');
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.filter((one): one is string => typeof one === 'string') : [];
}
