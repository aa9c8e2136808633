import { expect, it } from 'vitest';

/** A list of things that must hold, and the tests that show them. */
export interface Criteria<Id extends string> {
  /** A test that shows one or more lines of the list; its name begins with their ids. */
  verifies(ids: Id | readonly Id[], behaviour: string, test: () => void | Promise<void>): void;
  /** A test that fails while any line has none. To be called after all others are declared. */
  everyLineHasATest(): void;
}

export function criteria<Id extends string>(list: Readonly<Record<Id, string>>): Criteria<Id> {
  const cited = new Set<Id>();
  return {
    verifies: (ids, behaviour, test) => {
      const all: readonly Id[] = typeof ids === 'string' ? [ids] : ids;
      for (const id of all) cited.add(id);
      it(`${all.join(', ')}: ${behaviour}`, test);
    },
    everyLineHasATest: () => {
      it('has a test for every line of the list', () => {
        const lines = Object.entries(list) as [Id, string][];
        expect(lines.filter(([id]) => !cited.has(id))).toEqual([]);
        expect([...cited].filter((id) => !Object.hasOwn(list, id))).toEqual([]);
      });
    },
  };
}
