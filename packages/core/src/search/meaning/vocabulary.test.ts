import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Vocabulary } from './vocabulary.ts';

const piece = fc.string({ unit: fc.constantFrom('a', 'b', '#', 'é', '日', ' ') });

describe('a vocabulary', () => {
  it('finds every line by its text, and no other text', () => {
    fc.assert(
      fc.property(fc.uniqueArray(piece, { minLength: 1, maxLength: 60 }), fc.array(piece), (lines, others) => {
        const vocabulary = new Vocabulary(new TextEncoder().encode(lines.join('\n')), lines.length);
        for (const text of [...lines, ...others, `${lines[0]}\n${lines[1]}`]) {
          const line = lines.indexOf(text);
          expect(vocabulary.lineOf(text)).toBe(line === -1 ? undefined : line);
        }
      }),
      { numRuns: 300 },
    );
  });
});
