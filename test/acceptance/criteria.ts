import { expect, it } from 'vitest';

/** A list of requirements and the tests that verify them. */
export interface Criteria<Id extends string> {
  /** Declares a test that verifies one or more lines; its name begins with their ids. */
  verifies(ids: Id | readonly Id[], behavior: string, test: () => void | Promise<void>): void;
  /** Declares a test that fails if a line has no test. Call it last. */
  everyLineHasATest(): void;
}

export function criteria<Id extends string>(list: Readonly<Record<Id, string>>): Criteria<Id> {
  const cited = new Set<Id>();
  return {
    verifies: (ids, behavior, test) => {
      const all: readonly Id[] = typeof ids === 'string' ? [ids] : ids;
      for (const id of all) cited.add(id);
      it(`${all.join(', ')}: ${behavior}`, test);
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
