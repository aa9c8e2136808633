import { isObject, type JsonObject, own } from '../catalog/json.ts';

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

function pick(value: unknown, branch: Branch, onFound: (field: string) => void): unknown {
  if (Array.isArray(value)) return value.map((item) => pick(item, branch, onFound));
  if (!isObject(value)) return value;
  const entries: [string, unknown][] = [];
  for (const [key, child] of branch.children) {
    const inner = own(value, key);
    if (inner === undefined) continue;
    if (child.field !== undefined) onFound(child.field);
    entries.push([key, child.children.size > 0 ? pick(inner, child, onFound) : inner]);
  }
  return Object.fromEntries(entries) as JsonObject;
}
