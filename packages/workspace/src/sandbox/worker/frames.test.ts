import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeFrame, FrameReader } from './frames.ts';

/** Splits bytes at the given positions, as a pipe may do. */
function split(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...ends, bytes.length].map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end));
}

describe('frames', () => {
  it('are read as they were written, however the stream is split', () => {
    const message = fc.record({ type: fc.string(), id: fc.integer(), body: fc.string({ unit: 'grapheme' }) });
    fc.assert(
      fc.property(fc.array(message, { maxLength: 5 }), fc.array(fc.nat(), { maxLength: 6 }), (messages, cuts) => {
        const reader = new FrameReader(1_000_000);
        const bytes = Buffer.concat(messages.map(encodeFrame));
        expect(split(bytes, cuts).flatMap((chunk) => reader.push(chunk))).toEqual(messages);
      }),
    );
  });

  it('above the maximum are refused before their bytes arrive', () => {
    const lengths = Buffer.alloc(8);
    lengths.writeUInt32LE(2, 0);
    lengths.writeUInt32LE(1_001, 4);
    expect(() => new FrameReader(1_000).push(lengths)).toThrow('too long');
  });

  it.each([['null'], ['{'], ['"text"']])('whose head is %s are refused', (head) => {
    const frame = Buffer.alloc(8 + head.length);
    frame.writeUInt32LE(head.length, 0);
    frame.write(head, 8);
    expect(() => new FrameReader(1_000).push(frame)).toThrow();
  });
});
