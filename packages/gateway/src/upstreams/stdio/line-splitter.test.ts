import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineSplitter, OversizedMessage } from './line-splitter.ts';

describe('lines', () => {
  it('are the same for any chunk boundaries', () => {
    const pieces = fc.array(fc.string({ unit: fc.constantFrom('a', 'ü', '\n', '🙂') }), { maxLength: 30 });
    fc.assert(
      fc.property(pieces, fc.array(fc.nat(40), { maxLength: 40 }), (texts, cuts) => {
        const whole = Buffer.from(texts.join(''));
        const lines: string[] = [];
        const splitter = new LineSplitter(10_000, (line) => lines.push(line));
        let at = 0;
        for (const cut of cuts) {
          splitter.push(whole.subarray(at, at + cut));
          at += cut;
        }
        splitter.push(whole.subarray(at));
        expect(lines).toEqual(whole.toString('utf8').split('\n').slice(0, -1));
      }),
    );
  });

  it('are the same where they are long, and after a long one', () => {
    const lines: string[] = [];
    const splitter = new LineSplitter(4_000_000, (line) => lines.push(line));
    const sent = ['☃'.repeat(1_000_000), 'short', 'ü'.repeat(600_000), ''];
    const bytes = Buffer.from(`${sent.join('\n')}\n`);
    for (let at = 0; at < bytes.length; at += 65_537) splitter.push(bytes.subarray(at, at + 65_537));
    expect(lines).toEqual(sent);
  });

  it('give the memory of their chunks back where they are long', () => {
    const lines: string[] = [];
    const splitter = new LineSplitter(8_000_000, (line) => lines.push(line));
    const chunks = Array.from({ length: 50 }, () => Buffer.alloc(100_000, 'x'));
    for (const chunk of chunks) splitter.push(chunk);
    // The first ones were kept until the line proved to be long.
    expect(chunks.filter(({ length }) => length > 0).length).toBeLessThanOrEqual(11);
    splitter.push(Buffer.from('y\nnext\n'));
    expect(lines).toEqual([`${'x'.repeat(5_000_000)}y`, 'next']);
  });

  it('are limited in length, with or without an end', () => {
    const splitter = new LineSplitter(10, () => {});
    splitter.push(Buffer.from('1234567890\n'));
    splitter.push(Buffer.from('12345'));
    expect(() => splitter.push(Buffer.from('678901'))).toThrow(OversizedMessage);
    expect(() => new LineSplitter(10, () => {}).push(Buffer.from('12345678901\n'))).toThrow(OversizedMessage);
  });
});
