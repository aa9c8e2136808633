import { isObject, own } from '../catalog/json.ts';
import { resolvePointer } from './schema-at.ts';

/** Above this, a union is written as `unknown`. TypeScript rejects unions of 100,000 members and is slow long before that. */
export const MOST_ALTERNATIVES = 10_000;

/** Upper bound of the number of union members that a schema expands to. In an intersection, the counts multiply. `known`: counts so far. */
export function alternativesOf(schema: unknown, root: unknown, known: Map<object, number>): number {
  if (!isObject(schema)) return 1;
  const counted = known.get(schema);
  if (counted !== undefined) return counted;
  // The placeholder 1 ends the recursion of a schema that refers to itself.
  known.set(schema, 1);
  const count = (part: unknown): number => alternativesOf(part, root, known);
  const factors = [
    listIn(schema, 'enum').length,
    listIn(schema, 'type').length,
    ...['$ref', '$recursiveRef', '$dynamicRef'].map((keyword) => count(targetOf(own(schema, keyword), root))),
    ...['anyOf', 'oneOf'].map((keyword) => listIn(schema, keyword).reduce<number>((sum, part) => sum + count(part), 0)),
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
