import { canonicalJson } from '../catalog/json.ts';

/** Comparisons of two values. Values of different types never compare as true. */
export const COMPARISONS = {
  $eq: equal,
  $ne: (a: unknown, b: unknown) => !equal(a, b),
  $gt: (a: unknown, b: unknown) => order(a, b) === 1,
  $gte: (a: unknown, b: unknown) => order(a, b) === 1 || order(a, b) === 0,
  $lt: (a: unknown, b: unknown) => order(a, b) === -1,
  $lte: (a: unknown, b: unknown) => order(a, b) === -1 || order(a, b) === 0,
};

/** Equality of the canonical JSON. A local command can return values that JSON cannot represent: those are never equal. */
export function equal(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  try {
    return canonicalJson(a) === canonicalJson(b);
  } catch {
    return false;
  }
}

/** Two numbers or two strings have an order; all other pairs have none. */
function order(a: unknown, b: unknown): -1 | 0 | 1 | undefined {
  const numbers = typeof a === 'number' && typeof b === 'number';
  const texts = typeof a === 'string' && typeof b === 'string';
  if (!numbers && !texts) return undefined;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
