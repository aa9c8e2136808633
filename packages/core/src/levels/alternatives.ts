import { isObject, own } from '../catalog/json.ts';
import { resolvePointer } from './schema-at.ts';

/** Compilers give up on 100,000; long before that they are slow. */
export const MOST_ALTERNATIVES = 10_000;

/** How many types a union has at most that is written of a schema: what has to hold together multiplies. */
export function alternativesOf(schema: unknown, root: unknown, known = new Map<object, number>()): number {
  if (!isObject(schema)) return 1;
  const counted = known.get(schema);
  if (counted !== undefined) return counted;
  // Until it is counted, what comes back to itself adds nothing.
  known.set(schema, 1);
  const count = (one: unknown): number => alternativesOf(one, root, known);
  const factors = [
    listIn(schema, 'enum').length,
    listIn(schema, 'type').length,
    ...['$ref', '$recursiveRef', '$dynamicRef'].map((keyword) => count(targetOf(own(schema, keyword), root))),
    ...['anyOf', 'oneOf'].map((keyword) => listIn(schema, keyword).reduce<number>((sum, one) => sum + count(one), 0)),
    ...listIn(schema, 'allOf').map(count),
  ];
  const product = factors.reduce((all, factor) => Math.min(all * Math.max(factor, 1), MOST_ALTERNATIVES), 1);
  const total = product + Number(own(schema, 'nullable') === true);
  known.set(schema, total);
  return total;
}

function targetOf(ref: unknown, root: unknown): unknown {
  return typeof ref === 'string' ? resolvePointer(ref, root) : undefined;
}

function listIn(schema: unknown, keyword: string): readonly unknown[] {
  const list = own(schema, keyword);
  return Array.isArray(list) ? list : [];
}
