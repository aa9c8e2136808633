import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dataOf, errorOf } from '../../../../test/fixtures/tools.ts';
import { type CommandResult, failure, NATIVE, success } from '../result/result.ts';
import { ResultPager } from './result-pager.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const cursorOf = (result: CommandResult) =>
  (result.metadata as { more?: { cursor: string } } | undefined)?.more?.cursor;

/** The data of the first page and of every page after it. */
function walk(pager: ResultPager, data: unknown): unknown[] {
  const { result } = pager.bound(success(data));
  const pages = [dataOf(result)];
  for (let cursor = cursorOf(result); cursor; ) {
    const next = pager.more(cursor);
    pages.push(dataOf(next));
    cursor = cursorOf(next);
  }
  return pages;
}

describe('bound', () => {
  it('leaves a result that fits as it is, and writes its data as text', () => {
    const result = success({ a: 1 });
    expect(new ResultPager().bound(result)).toEqual({ result, text: '{"a":1}' });
    expect(new ResultPager().bound(success(undefined)).text).toBe('');
  });

  it('leaves failures and MCP answers unchanged', () => {
    const pager = new ResultPager({ maxChars: 10 });
    const failed = failure({ code: 'X', message: 'm'.repeat(100), suggestion: 's' });
    expect(pager.bound(failed).result).toBe(failed);
    const native = { ...success('x'.repeat(100)), [NATIVE]: {} };
    expect(pager.bound(native).result).toBe(native);
  });

  it('says what was cut and how to get the rest, beside what the result carries', () => {
    const { result, text } = new ResultPager({ maxChars: 100 }).bound(
      success(Array(100).fill('item'), { warnings: ['mine'], confidence: 0.5, metadata: { traceId: 't' } }),
    );
    const cursor = cursorOf(result);
    expect(result.warnings).toEqual([
      'mine',
      expect.stringContaining(`of 100. Next: afd-call {"command":"afd-more","input":{"cursor":"${cursor}"}}.`),
    ]);
    expect(result).toMatchObject({ confidence: 0.5, metadata: { traceId: 't', more: { total: 100, unit: 'items' } } });
    expect(JSON.parse(text)).toEqual(dataOf(result));
  });

  it.each([
    [
      'a cycle',
      () => {
        const data: Record<string, unknown> = {};
        data['self'] = data;
        return data;
      },
    ],
    ['a BigInt', () => ({ n: 5n })],
    [
      'nesting of 100,000',
      () => {
        let data: unknown = 1;
        for (let depth = 0; depth < 100_000; depth += 1) data = [data];
        return data;
      },
    ],
  ])('answers %s with INTERNAL_ERROR', (_what, make) => {
    const { result } = new ResultPager().bound(success(make()));
    expect(errorOf(result).code).toBe('INTERNAL_ERROR');
    expect(errorOf(result).message).not.toContain('\n');
  });

  it('keeps each page near the bound, also with much data around the list', () => {
    const pager = new ResultPager({ maxChars: 1_000 });
    const data = { about: 'x'.repeat(5_000), items: Array(500).fill('item') };
    for (const page of walk(pager, data)) expect(JSON.stringify(page).length).toBeLessThan(2_500);
    const small = { about: 'x'.repeat(200), items: Array(500).fill('item') };
    for (const page of walk(pager, small)) expect(JSON.stringify(page).length).toBeLessThanOrEqual(1_010);
  });
});

describe('walking the cursors', () => {
  it('gives back a list, item by item', () => {
    const data = Array.from({ length: 500 }, (_, index) => ({ index, text: 'x'.repeat(index % 30) }));
    const pages = walk(new ResultPager({ maxChars: 1_000 }), data);
    expect(pages.length).toBeGreaterThan(5);
    expect(pages.flat()).toEqual(data);
  });

  it('returns an object with a long list: the data around the list comes with the first page', () => {
    const data = { total: 300, items: Array.from({ length: 300 }, (_, index) => ({ index })), next: null, few: [1, 2] };
    const [first, ...rest] = walk(new ResultPager({ maxChars: 1_000 }), data) as [typeof data, ...unknown[][]];
    expect(first).toMatchObject({ total: 300, next: null, few: [1, 2] });
    expect([...first.items, ...rest.flat()]).toEqual(data.items);
  });

  it('cuts the list that holds most of the data, not the one with most items', () => {
    const docs = Array.from({ length: 20 }, (_, index) => ({ index, text: 'x'.repeat(200) }));
    const data = { ids: Array.from({ length: 50 }, (_, index) => index), docs };
    const [first, ...rest] = walk(new ResultPager({ maxChars: 1_000 }), data) as [typeof data, ...unknown[][]];
    expect(rest.length).toBeGreaterThan(0);
    expect(first.ids).toEqual(data.ids);
    expect([...first.docs, ...rest.flat()]).toEqual(docs);
  });

  it('gives back a text, without breaking a character', () => {
    const text = '😀'.repeat(777);
    const pages = walk(new ResultPager({ maxChars: 101 }), text) as string[];
    expect(pages.join('')).toBe(text);
    for (const page of pages) expect(page).not.toMatch(/\p{Surrogate}/u);
  });

  it('gives back a single huge item as text', () => {
    const data = [{ text: 'x'.repeat(5_000) }, 1];
    expect(JSON.parse(walk(new ResultPager({ maxChars: 1_000 }), data).join(''))).toEqual(data);
  });

  it('reproduces any data exactly once', () => {
    const lists = fc.array(fc.jsonValue({ maxDepth: 2 }), { minLength: 1, maxLength: 40 });
    const data = fc.oneof(
      lists,
      fc.record({ items: lists, note: fc.string() }),
      fc.string({ maxLength: 400 }),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(data, fc.integer({ min: 20, max: 200 }), (value, maxChars) => {
        const plain = JSON.parse(JSON.stringify(value)) as unknown;
        const [first, ...rest] = walk(new ResultPager({ maxChars }), plain);
        if (rest.length === 0) {
          // One page: the value itself, or its JSON text if the pager cut it as text and the text fits one page.
          expect(typeof first === 'string' && typeof plain !== 'string' ? JSON.parse(first) : first).toEqual(plain);
        } else if (typeof first === 'string') {
          const whole = [first, ...rest].join('');
          expect(typeof plain === 'string' ? whole : JSON.parse(whole)).toEqual(plain);
        } else if (Array.isArray(first)) {
          expect([...first, ...rest.flat(1)]).toEqual(plain);
        } else {
          const object = first as Record<string, unknown>;
          const cut = Object.keys(object).find(
            (key) => JSON.stringify(object[key]) !== JSON.stringify((plain as typeof object)[key]),
          );
          expect({ ...object, [cut ?? '']: [...(object[cut ?? ''] as unknown[]), ...rest.flat(1)] }).toEqual(plain);
        }
      }),
    );
  });

  it('can be done twice, and from any place', () => {
    const pager = new ResultPager({ maxChars: 100 });
    const { result } = pager.bound(success('0123456789'.repeat(50)));
    const cursor = cursorOf(result) as string;
    expect(pager.more(cursor)).toEqual(pager.more(cursor));
  });
});

describe('a cursor', () => {
  it.each(['', 'nonsense', 'a.b', '__proto__.0', '.'])(
    'that is unknown (%j) is an error that says what to do',
    (cursor) => {
      const error = errorOf(new ResultPager().more(cursor));
      expect(error.code).toBe('VALIDATION_ERROR');
      expect(error.suggestion).toContain('Call the command again');
    },
  );

  it.each(['-1', '1.5', 'x', 'NaN', '1e99'])('with the position %s is refused', (position) => {
    const pager = new ResultPager({ maxChars: 10 });
    const id = cursorOf(pager.bound(success('x'.repeat(100))).result)?.split('.')[0];
    expect(pager.more(`${id}.${position}`).success).toBe(position === '1.5');
  });

  it('expires', () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    let now = 5_000;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const pager = new ResultPager({ maxChars: 10, keepMs: 1_000 });
    const cursor = cursorOf(pager.bound(success('x'.repeat(100))).result) as string;
    expect(pager.more(cursor).success).toBe(true);
    now += 1_001;
    vi.advanceTimersByTime(1_001);
    expect(errorOf(pager.more(cursor)).message).toContain('No stored result');
  });

  it('makes room for newer ones', () => {
    const pager = new ResultPager({ maxChars: 10, keepChars: 250 });
    const cursors = [1, 2, 3].map(() => cursorOf(pager.bound(success('x'.repeat(100))).result) as string);
    expect(cursors.map((cursor) => pager.more(cursor).success)).toEqual([false, true, true]);
  });
});
