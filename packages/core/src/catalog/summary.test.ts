import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../test/fixtures/any-character.ts';
import { summarize, truncateDescription } from './summary.ts';

const HALF_PAIR = /\p{Surrogate}/u;

describe('summarize', () => {
  it.each([
    ['Create an order. It is saved.', 'Create an order'],
    ['Create an order', 'Create an order'],
    ['Create an order.', 'Create an order'],
    ['Really? Yes.', 'Really'],
    ['Stop! Now.', 'Stop'],
    ['Uses Node.js and v1.2.3 of it. Fast.', 'Uses Node.js and v1.2.3 of it'],
    ['Pick a color, e.g. red. Then paint.', 'Pick a color, e.g. red'],
    ['Send mail, e.g. Gmail or Outlook. Fast.', 'Send mail, e.g. Gmail or Outlook'],
    ['One repository, i.e. GitHub. Fast.', 'One repository, i.e. GitHub'],
    ['Compare A vs. B. Fast.', 'Compare A vs. B'],
    ['One\n  line   only\nhere', 'One line only here'],
    ['First paragraph\n\nsecond paragraph', 'First paragraph'],
    ['  padded  ', 'padded'],
    ['', ''],
  ])('takes the first sentence of %j', (description, summary) => {
    expect(summarize(description)).toBe(summary);
  });

  it('truncates a long sentence at a word with an ellipsis', () => {
    const summary = summarize(`Create ${'very '.repeat(30)}long orders.`);
    expect(summary).toMatch(/^Create (very )+very…$/);
    expect(summary.length).toBeLessThanOrEqual(80);
    expect(summary.length).toBeGreaterThan(60);
  });

  it('leaves no comma or dash before the ellipsis', () => {
    expect(summarize(`${'word '.repeat(14)}word, and so on for much longer`)).toMatch(/word…$/);
  });

  it('truncates a single endless word', () => {
    expect(summarize('x'.repeat(200))).toBe(`${'x'.repeat(79)}…`);
  });

  it('is a bounded line of whole characters that starts like the description', () => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 300 }),
      fc.string({ unit: fc.constantFrom('a', 'B', '.', ' ', '\n', '😀', '!', ','), maxLength: 300 }),
    );
    fc.assert(
      fc.property(text, fc.integer({ min: 10, max: 150 }), (description, max) => {
        const summary = summarize(description, max);
        expect(summary.length).toBeLessThanOrEqual(max);
        expect(summary).not.toMatch(/[\r\n\u2028\u2029]/);
        if (!HALF_PAIR.test(description)) expect(summary).not.toMatch(HALF_PAIR);
        const start = summary.replace(/…$/, '');
        expect(description.trim().replace(/\s+/g, ' ').startsWith(start)).toBe(true);
      }),
    );
  });

  it('splits no character at the end of a truncated description', () => {
    expect(summarize(`a${' '.repeat(1_998)}😀`)).not.toMatch(HALF_PAIR);
    expect(summarize(`a ${'b'.repeat(5_000_000)}`)).toHaveLength(80);
  });
});

describe('truncateDescription', () => {
  it('allows 120 characters, and truncates at a word beyond that', () => {
    const exact = 'y'.repeat(120);
    expect(truncateDescription(exact)).toBe(exact);
    expect(truncateDescription(`${exact}y`)).toBe(`${'y'.repeat(119)}…`);
    const cut = truncateDescription('word '.repeat(40));
    expect(cut.length).toBeLessThanOrEqual(120);
    expect(cut).toMatch(/ word…$/);
  });
});
