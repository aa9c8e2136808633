import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageOfParts } from './answer-parts.ts';
import { cutText } from './cut-text.ts';

const LONE_SURROGATE = /\p{Cs}/u;

function pagesOf(text: string, room: number): string[] {
  const pages: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = cutText(text, start, room);
    expect(end).toBeGreaterThan(start);
    pages.push(text.slice(start, end));
    start = end;
  }
  return pages;
}

describe('a text that is cut into pages', () => {
  it('is whole again when the pages are joined, and splits no character', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 400 }),
      fc.json({ maxDepth: 4 }),
      fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value, null, 2)),
      fc.array(fc.string({ maxLength: 40 })).map((lines) => lines.join('\n')),
    );
    fc.assert(
      fc.property(texts, fc.integer({ min: 2, max: 60 }), (text, room) => {
        const pages = pagesOf(text, room);
        expect(pages.join('')).toBe(text);
        for (const page of pages) {
          expect(page.length).toBeLessThanOrEqual(room);
          if (!LONE_SURROGATE.test(text)) expect(page).not.toMatch(LONE_SURROGATE);
        }
      }),
    );
  });

  it('ends its pages behind lines, so that the row of a table is whole', () => {
    const rows = Array.from({ length: 40 }, (_, n) => `| ${n} | boat ${n} |`);
    for (const page of pagesOf(rows.join('\n'), 100)) expect(page).toMatch(/^\| [\s\S]*\|\n?$/);
  });

  it('ends its pages behind items of JSON, not within one', () => {
    const items = Array.from({ length: 40 }, (_, n) => ({ id: n, name: `boat, "${n}"`, tags: [1, 2, 3] }));
    const [, ...inner] = pagesOf(JSON.stringify({ total: 40, items }), 400);
    for (const page of inner) expect(page).toMatch(/^\{"id"/);
    const [, ...pretty] = pagesOf(JSON.stringify(items, null, 2), 600);
    for (const page of pretty) expect(page).toMatch(/^ {2}\{\n/);
  });
});

describe('parts of an answer', () => {
  const text = (whole: string) => ({ text: whole, size: whole.length, piece: (part = whole) => part });
  const image = (size: number) => ({ size, binary: true, label: 'image', piece: () => 'IMAGE' });
  const room = { chars: 10, binaryChars: 100 };

  it('fill a page in their order; bytes have a limit of their own', () => {
    const parts = [text('abcd'), image(90), image(90), text('efghijklm')];
    const first = pageOfParts(parts, 0, room, false);
    expect(first).toEqual({ pieces: ['abcd', 'IMAGE'], end: 94, held: 'image' });
    const second = pageOfParts(parts, first.end, room, true);
    expect(second).toEqual({ pieces: ['IMAGE', 'efghijklm'], end: 193 });
  });

  it('leave a block that is larger than a page to a page of its own', () => {
    const parts = [image(500), text('after')];
    expect(pageOfParts(parts, 0, room, false)).toEqual({ pieces: [], end: 0, held: 'image' });
    expect(pageOfParts(parts, 0, room, true).pieces).toEqual(['IMAGE', 'after']);
  });
});
