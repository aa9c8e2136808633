import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SlotSet } from './slot-set.ts';

it('a slot set equals a Set in content and order, also after it is cleared', () => {
  const queries = fc.array(fc.array(fc.array(fc.nat({ max: 5_000 }), { maxLength: 400 }), { maxLength: 3 }), {
    maxLength: 5,
  });
  fc.assert(
    fc.property(queries, (rounds) => {
      const slots = new SlotSet();
      for (const parts of rounds) {
        slots.clear();
        for (const part of parts) slots.addAll(part);
        expect([...slots.slots.subarray(0, slots.count)]).toEqual([...new Set(parts.flat())]);
      }
    }),
  );
});
