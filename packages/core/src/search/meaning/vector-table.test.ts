import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { VectorTable } from './vector-table.ts';

const FILE = new URL('../../../models/words.fvt', import.meta.url);

describe('a vector table', () => {
  it('gives the same vectors from a Node Buffer as from a plain array', () => {
    const buffer = readFileSync(FILE);
    // A Buffer from the pool starts at an odd offset of a larger memory block.
    const pooled = Buffer.concat([Buffer.alloc(1), buffer]).subarray(1);
    const expected = VectorTable.parse(new Uint8Array(buffer)).embed('create an issue');
    expect([...VectorTable.parse(buffer).embed('create an issue')]).toEqual([...expected]);
    expect([...VectorTable.parse(pooled).embed('create an issue')]).toEqual([...expected]);
  });
});
