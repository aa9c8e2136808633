import { isObject, type JsonObject, own } from '../catalog/json.ts';

/** Lists in lists beyond this are left as they are; hostile data must not exhaust the stack. */
const MAX_DEPTH = 64;

interface Selected {
  readonly data: unknown;
  /** Fields that were asked for and are nowhere in the data. */
  readonly missing: readonly string[];
}

/** Keeps only the named fields (`id`, `customer.name`). A list is a list of things that have fields. */
export function selectFields(data: unknown, fields: readonly string[]): Selected {
  const found = new Set<string>();
  const tree = toTree(fields);
  const picked = pick(data, tree, (field) => found.add(field));
  return { data: picked, missing: fields.filter((field) => !found.has(field)) };
}

interface Branch {
  /** The field as it was asked for, where one ends here. */
  field?: string;
  readonly children: Map<string, Branch>;
}

function toTree(fields: readonly string[]): Branch {
  const root: Branch = { children: new Map() };
  for (const field of fields) {
    let branch = root;
    for (const key of field.split('.')) {
      const next = branch.children.get(key) ?? { children: new Map() };
      branch.children.set(key, next);
      branch = next;
    }
    branch.field = field;
  }
  return root;
}

function pick(value: unknown, branch: Branch, onFound: (field: string) => void, depth = 0): unknown {
  if (depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item) => pick(item, branch, onFound, depth + 1));
  if (!isObject(value)) return value;
  const entries: [string, unknown][] = [];
  for (const [key, child] of branch.children) {
    const inner = own(value, key);
    if (inner === undefined) continue;
    const part = child.children.size > 0 ? pick(inner, child, onFound, depth + 1) : inner;
    // A field that was asked for is kept whole, also where a part of it was asked for too.
    if (child.field !== undefined) onFound(child.field);
    entries.push([key, child.field === undefined ? part : inner]);
  }
  return Object.fromEntries(entries) as JsonObject;
}
