/** Kinds of JSON values. Nothing else of a value is kept. */
export const KINDS = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] as const;
export type Kind = (typeof KINDS)[number];

/** The shape of some values: counts of their kinds, and the shapes of what is in them. Plain data, so that it can be stored. */
export interface Shape {
  /** Number of values. */
  readonly seen: number;
  readonly kinds: Readonly<Partial<Record<Kind, number>>>;
  /** Values by key, of objects with fixed keys. */
  readonly keys?: Readonly<Record<string, Shape>>;
  /** Values of the keys that are data, such as ids and names of people. */
  readonly rest?: Shape;
  readonly items?: Shape;
}

/** Bounds of a shape, whatever the values are. */
export const SHAPE_LIMITS = { depth: 6, nodes: 400, keys: 60, items: 20, textChars: 200_000 } as const;

/** A key that a programmer may have chosen: no id, date, address or text. */
const FIXED_KEY = /^[A-Za-z_$][A-Za-z0-9_$-]{0,39}$/;
const ID_LIKE = /\d{3}|[0-9a-f]{8}|[A-Za-z0-9]{24}/;

/** The shape of one value. The text of a JSON object or list counts as that value. */
export function shapeOf(value: unknown): Shape {
  return read(parsed(value), SHAPE_LIMITS.depth, { nodes: SHAPE_LIMITS.nodes });
}

/** The shape of the values of both. The order of merging does not matter. */
export function mergeShapes(a: Shape, b: Shape): Shape {
  const kinds: Partial<Record<Kind, number>> = {};
  for (const kind of KINDS) {
    const count = (a.kinds[kind] ?? 0) + (b.kinds[kind] ?? 0);
    if (count > 0) kinds[kind] = count;
  }
  const keys = mergeKeys(a.keys, b.keys);
  const rest = mergeOptional(a.rest, b.rest);
  const items = mergeOptional(a.items, b.items);
  return { seen: a.seen + b.seen, kinds, ...(keys && { keys }), ...(rest && { rest }), ...(items && { items }) };
}

/** Half of the counts: what is no longer seen fades away. Undefined if nothing is left. */
export function fadeShape({ seen, kinds, keys, rest, items }: Shape): Shape | undefined {
  const half = Math.floor(seen / 2);
  if (half === 0) return undefined;
  const counts = Object.entries(kinds).map(([kind, count]) => [kind, Math.floor(count / 2)] as const);
  const inner = Object.entries(keys ?? {}).map(([key, shape]) => [key, fadeShape(shape)] as const);
  const [fadedRest, fadedItems] = [rest && fadeShape(rest), items && fadeShape(items)];
  return {
    seen: half,
    kinds: Object.fromEntries(counts.filter(([, count]) => count > 0)),
    ...(keys && { keys: record(inner.flatMap(([key, shape]) => (shape ? [[key, shape] as const] : []))) }),
    ...(fadedRest && { rest: fadedRest }),
    ...(fadedItems && { items: fadedItems }),
  };
}

/**
 * The shape as it may be stored and shown. Keys are data, and go to `rest`, if the object is a map, or if a key was seen
 * only once or in fewer than a twentieth of the objects. The result is bounded.
 */
export function tidyShape(shape: Shape): Shape {
  return tidy(shape, { nodes: SHAPE_LIMITS.nodes });
}

interface Budget {
  nodes: number;
}

function read(value: unknown, depth: number, budget: Budget): Shape {
  budget.nodes -= 1;
  const kind = kindOf(value);
  const shape = { seen: 1, kinds: { [kind]: 1 } };
  if (depth === 0 || budget.nodes <= 0) return shape;
  if (kind === 'array') {
    const items = (value as unknown[])
      .slice(0, SHAPE_LIMITS.items)
      .map((item) => read(item, depth - 1, budget))
      .reduce<Shape | undefined>(mergeOptional, undefined);
    return { ...shape, ...(items && { items }) };
  }
  if (kind !== 'object') return shape;
  const keys: (readonly [string, Shape])[] = [];
  let rest: Shape | undefined;
  for (const [key, inner] of Object.entries(value as object)) {
    if (budget.nodes <= 0) break;
    const shapeHere = read(inner, depth - 1, budget);
    if (keys.length < SHAPE_LIMITS.keys && FIXED_KEY.test(key) && !ID_LIKE.test(key)) keys.push([key, shapeHere]);
    else rest = mergeOptional(rest, shapeHere);
  }
  return { ...shape, keys: record(keys), ...(rest && { rest }) };
}

function kindOf(value: unknown): Kind {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (typeof value === 'boolean' || typeof value === 'object') return typeof value as 'boolean' | 'object';
  return 'string';
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value) || value.length > SHAPE_LIMITS.textChars) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function tidy(shape: Shape, budget: Budget): Shape {
  budget.nodes -= 1;
  const { seen, kinds, keys = {}, rest, items } = shape;
  if (budget.nodes <= 0) return { seen, kinds };
  const objects = kinds.object ?? 0;
  const entries = Object.entries(keys).sort(([a, one], [b, other]) => other.seen - one.seen || (a < b ? -1 : 1));
  const isMap = holdsAlike(entries.map(([, inner]) => inner));
  const fixed = isMap
    ? []
    : entries.filter(([, inner], i) => i < SHAPE_LIMITS.keys && inner.seen > 1 && inner.seen * 20 >= objects);
  const dropped = entries.filter((entry) => !fixed.includes(entry)).map(([, inner]) => inner);
  const data = dropped.reduce<Shape | undefined>(mergeOptional, rest);
  const shown = fixed.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, tidy(inner, budget)] as const);
  return {
    seen,
    kinds,
    ...(shown.length > 0 && { keys: record(shown) }),
    ...(data && { rest: tidy(data, budget) }),
    ...(items && { items: tidy(items, budget) }),
  };
}

/** Whether the values look like the entries of a map: all objects or lists of one form, or many plain values of one kind. */
function holdsAlike(values: readonly Shape[]): boolean {
  const forms = new Set(values.map(formOf));
  if (forms.size !== 1) return false;
  const [first] = values;
  const isNested = first?.keys !== undefined || first?.items !== undefined;
  return values.length >= (isNested ? 2 : 12);
}

function formOf({ kinds, keys, items }: Shape): string {
  return JSON.stringify([Object.keys(kinds).sort(), Object.keys(keys ?? {}).sort(), items ? formOf(items) : '']);
}

function mergeKeys(a: Shape['keys'], b: Shape['keys']): Shape['keys'] {
  if (!a || !b) return a ?? b;
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
  return record(names.map((name) => [name, mergeOptional(own(a, name), own(b, name)) as Shape]));
}

function mergeOptional(a: Shape | undefined, b: Shape | undefined): Shape | undefined {
  return a && b ? mergeShapes(a, b) : (a ?? b);
}

function own(shapes: Readonly<Record<string, Shape>>, key: string): Shape | undefined {
  return Object.hasOwn(shapes, key) ? shapes[key] : undefined;
}

/** `fromEntries` defines properties: a key `__proto__` becomes an own one. */
function record(entries: readonly (readonly [string, Shape])[]): Readonly<Record<string, Shape>> {
  return Object.fromEntries(entries);
}
