import { isObject, type JsonObject, own } from '../catalog/json.ts';

/** Bounds the recursion into nested lists, so that hostile data cannot overflow the stack. */
const MAX_DEPTH = 64;

interface Selected {
  readonly data: unknown;
  /** Selected fields that the data does not have. */
  readonly missing: readonly string[];
}

/** Keeps only the named fields (`id`, `customer.name`). In a list, they are the fields of its items. */
export function selectFields(data: unknown, fields: readonly string[]): Selected {
  const found = new Set<string>();
  const tree = toTree(fields);
  const picked = pick(data, tree, (field) => found.add(field));
  return { data: picked, missing: fields.filter((field) => !found.has(field)) };
}

interface Branch {
  /** Full path of the selected field that ends at this branch, if any. */
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
    // A selected field is kept whole, even if a part of it is selected too.
    if (child.field !== undefined) onFound(child.field);
    entries.push([key, child.field === undefined ? part : inner]);
  }
  return Object.fromEntries(entries) as JsonObject;
}
