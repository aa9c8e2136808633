import { z } from 'zod';
import { COMPARISONS } from './comparisons.ts';
import { type PipeState, type Resolution, resolveReferences } from './references.ts';

/** The condition of a pipe step. References are replaced by their values; values of different types never compare as true. */
export type Condition =
  | { $exists: string }
  | { $eq: [unknown, unknown] }
  | { $ne: [unknown, unknown] }
  | { $gt: [unknown, unknown] }
  | { $gte: [unknown, unknown] }
  | { $lt: [unknown, unknown] }
  | { $lte: [unknown, unknown] }
  | { $and: Condition[] }
  | { $or: Condition[] }
  | { $not: Condition };

const pair = z.tuple([z.unknown(), z.unknown()]);

export const conditionSchema: z.ZodType<Condition> = z.lazy(() =>
  z.union([
    z.strictObject({ $exists: z.string() }),
    z.strictObject({ $eq: pair }),
    z.strictObject({ $ne: pair }),
    z.strictObject({ $gt: pair }),
    z.strictObject({ $gte: pair }),
    z.strictObject({ $lt: pair }),
    z.strictObject({ $lte: pair }),
    z.strictObject({ $and: z.array(conditionSchema) }),
    z.strictObject({ $or: z.array(conditionSchema) }),
    z.strictObject({ $not: conditionSchema }),
  ]),
);

/** Whether a condition holds. A reference that cannot be resolved is an error, except in `$exists`. */
export function evaluate(condition: Condition, state: PipeState): Resolution {
  if ('$exists' in condition) {
    const resolved = resolveReferences(condition.$exists, state);
    return { ok: true, value: resolved.ok && resolved.value !== null };
  }
  if ('$and' in condition) return combine(condition.$and, state, false);
  if ('$or' in condition) return combine(condition.$or, state, true);
  if ('$not' in condition) {
    const inner = evaluate(condition.$not, state);
    return inner.ok ? { ok: true, value: !inner.value } : inner;
  }
  const [operator, operands] = Object.entries(condition)[0] as [keyof typeof COMPARISONS, unknown];
  const resolved = resolveReferences(operands, state);
  if (!resolved.ok) return resolved;
  const [left, right] = resolved.value as [unknown, unknown];
  return { ok: true, value: COMPARISONS[operator](left, right) };
}

/** Short-circuits: stops at the first false member of `$and`, and at the first true member of `$or`. */
function combine(members: readonly Condition[], state: PipeState, decisive: boolean): Resolution {
  for (const member of members) {
    const inner = evaluate(member, state);
    if (!inner.ok || inner.value === decisive) return inner;
  }
  return { ok: true, value: !decisive };
}
