import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SpokenNames } from './spoken-names.ts';

const words = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 });
const change = fc.record({ slot: fc.nat(5), words: fc.option(words, { nil: undefined }) });

/** Reference implementation: tries every name at every position. */
function naive(names: ReadonlyMap<number, readonly string[]>, said: readonly string[]) {
  const found: { from: number; to: number; slots: number[] }[] = [];
  for (let from = 0; from < said.length; from++) {
    for (let to = said.length; to >= from + 2; to--) {
      const text = said.slice(from, to).join(' ');
      const slots = [...names].flatMap(([slot, name]) => (name.join(' ') === text ? [slot] : []));
      if (slots.length === 0) continue;
      found.push({ from, to, slots });
      from = to - 1;
      break;
    }
  }
  return found;
}

describe('names in the words of a sentence', () => {
  it('equal those of a brute-force search, after any additions and removals', () => {
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 20 }),
        fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 }),
        (changes, said) => {
          const names = new SpokenNames();
          const model = new Map<number, readonly string[]>();
          for (const { slot, words: name } of changes) {
            names.remove(slot, model.get(slot) ?? []);
            model.delete(slot);
            if (!name) continue;
            names.add(slot, name);
            model.set(slot, name);
          }
          const sorted = names.find(said).map((match) => ({ ...match, slots: [...match.slots].sort((a, b) => a - b) }));
          const expected = naive(model, said).map((match) => ({ ...match, slots: match.slots.sort((a, b) => a - b) }));
          expect(sorted).toEqual(expected);
        },
      ),
      { numRuns: 500 },
    );
  });
});
