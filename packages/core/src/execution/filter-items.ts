import { isObject, type JsonObject, own } from '../catalog/json.ts';
import type { CommandError } from '../result/result.ts';
import { COMPARISONS, equal } from './comparisons.ts';

/** Conditions on the items of a list: field → value, or field → `{ $gt: 5 }`; all must hold. `$limit`: how many items at most. */
export type Where = Readonly<JsonObject>;

export interface Filtered {
  readonly data: unknown;
  /** What was filtered, for the answer. Absent if the data has no list. */
  readonly counts?: { readonly matched: number; readonly of: number };
}

const LIMIT = '$limit';

/** The error of a `where` that means nothing; undefined if it is valid. */
export function whereError(where: Where): CommandError | undefined {
  for (const [field, wanted] of Object.entries(where)) {
    const isLimit = field === LIMIT;
    const valid = isLimit
      ? Number.isSafeInteger(wanted) && (wanted as number) >= 0
      : !isObject(wanted) || (Object.keys(wanted).length > 0 && Object.entries(wanted).every(isTest));
    if (valid) continue;
    return {
      code: 'VALIDATION_ERROR',
      message: `where.${field.slice(0, 80)}: ${isLimit ? 'expected a number of items' : 'expected a value or comparisons'}`,
      suggestion:
        'Write where as {"field": value, "other.field": {"$gt": 5}, "$limit": 20}; also $gte, $lt, $lte, $ne, $contains, $exists.',
    };
  }
  return undefined;
}

/** Keeps the items that meet the conditions: of the data, if it is a list, else of its longest list. */
export function filterItems(data: unknown, where: Where): Filtered {
  const list = listIn(data);
  if (!list) return { data };
  const { [LIMIT]: limit = Number.POSITIVE_INFINITY, ...conditions } = where;
  const met = list.items.filter((item) =>
    Object.entries(conditions).every(([field, wanted]) => isMet(valueAt(item, field), wanted)),
  );
  const kept = met.slice(0, limit as number);
  return { data: list.around(kept), counts: { matched: kept.length, of: list.items.length } };
}

interface List {
  readonly items: readonly unknown[];
  around(items: readonly unknown[]): unknown;
}

function listIn(data: unknown): List | undefined {
  if (Array.isArray(data)) return { items: data, around: (items) => items };
  if (!isObject(data)) return undefined;
  const lists = Object.entries(data).filter(([, value]) => Array.isArray(value)) as [string, unknown[]][];
  const [longest] = lists.sort(([, a], [, b]) => b.length - a.length);
  if (!longest) return undefined;
  const [key, items] = longest;
  return { items, around: (kept) => ({ ...data, [key]: kept }) };
}

function valueAt(item: unknown, field: string): unknown {
  return field.split('.').reduce<unknown>((value, key) => own(value, key), item);
}

function isMet(value: unknown, wanted: unknown): boolean {
  if (!isObject(wanted)) return equal(value, wanted);
  return Object.entries(wanted).every(([operator, operand]) => TESTS.get(operator)?.(value, operand));
}

const TESTS: ReadonlyMap<string, (value: unknown, operand: unknown) => boolean> = new Map([
  ...Object.entries(COMPARISONS),
  ['$contains', contains],
  ['$exists', (value, operand) => (value !== undefined && value !== null) === operand],
]);

function contains(value: unknown, operand: unknown): boolean {
  if (Array.isArray(value)) return value.some((item) => equal(item, operand));
  if (typeof value !== 'string' || typeof operand !== 'string') return false;
  return value.toLowerCase().includes(operand.toLowerCase());
}

function isTest([operator, operand]: readonly [string, unknown]): boolean {
  return TESTS.has(operator) && (operator !== '$exists' || typeof operand === 'boolean');
}
