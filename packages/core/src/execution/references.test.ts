import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../test/fixtures/any-character.ts';
import { isReference, type PipeState, resolveReferences } from './references.ts';

const state: PipeState = {
  input: { given: 'in' },
  steps: [
    { alias: 'user', data: { id: 7, tags: ['x', { deep: [1, 2] }], none: null, 'a-b': 1 }, ran: true },
    { alias: 'skipped-one', data: undefined, ran: false },
    { data: ['zero', 'one'], ran: true },
    { alias: 'failed', data: undefined, ran: false },
  ],
};
const resolve = (value: unknown, given: PipeState = state) => resolveReferences(value, given);

describe('a reference', () => {
  it.each([
    ['$prev', ['zero', 'one']],
    ['$prev[1]', 'one'],
    ['$prev.1', 'one'],
    ['$first', (state.steps[0] as { data: unknown }).data],
    ['$first.id', 7],
    ['$first.a-b', 1],
    ['$first.none', null],
    ['$first.tags[0]', 'x'],
    ['$first.tags[1].deep[1]', 2],
    ['$steps[0].id', 7],
    ['$steps[2][0]', 'zero'],
    ['$steps.user', (state.steps[0] as { data: unknown }).data],
    ['$steps.user.tags[1].deep', [1, 2]],
    ['$input', { given: 'in' }],
    ['$input.given', 'in'],
  ])('%s finds its value', (reference, value) => {
    expect(isReference(reference)).toBe(true);
    expect(resolve(reference)).toEqual({ ok: true, value });
  });

  it('is replaced wherever it stands, and only as a whole text', () => {
    expect(resolve({ a: ['$first.id', { b: '$input.given' }], c: 'id is $first.id', d: 5 })).toEqual({
      ok: true,
      value: { a: [7, { b: 'in' }], c: 'id is $first.id', d: 5 },
    });
  });

  it.each([
    ['$first.nope', /no field 'nope'; there are: id, tags, none, a-b/],
    ['$first.none.x', /no field 'x'/],
    ['$first.id.x', /no field 'x'/],
    ['$prev[9]', /no field '9' in a list of 2/],
    ['$prev.length', /no field 'length'/],
    ['$prev. ', /no field ' '/],
    ['$prev.1e0', /no field '1e0'/],
    ['$steps', /the step is missing/],
    ['$steps[9]', /no earlier step 9/],
    ['$steps.nobody', /no earlier step "nobody"/],
    ['$steps[1]', /step 1 has no result/],
    ['$steps.failed.x', /step "failed" has no result/],
    ['$first.__proto__', /no field '__proto__'/],
    ['$first.constructor', /no field 'constructor'/],
    ['$first.toString', /no field 'toString'/],
    ['$input.given.length', /no field 'length'/],
  ])('%s that leads nowhere is named, with the reason', (reference, reason) => {
    const resolved = resolve({ deep: [reference] });
    expect(resolved).toMatchObject({ ok: false, reference });
    expect((resolved as { reason: string }).reason).toMatch(reason);
  });

  it('to a step before the first is an error', () => {
    const empty = { input: {}, steps: [] };
    expect(resolve('$prev', empty)).toMatchObject({ ok: false, reason: 'no step before it has a result' });
    expect(resolve('$first', empty)).toMatchObject({ ok: false });
  });

  it.each([
    '$5.00',
    '$previous',
    '$firstborn',
    '$steps_',
    '$inputs',
    '$',
    '$prev.',
    '$prev..a',
    '$prev[x]',
    '$prev[-1]',
    ' $prev',
    '$prev ',
    '$PREV',
    'a$prev',
    '$prev\n',
    '$unknown.a',
  ])('%j is plain text', (text) => {
    expect(isReference(text)).toBe(text === '$prev. ');
    expect(resolve(text)).toEqual({ ok: true, value: text });
  });

  it('is written as text with a second dollar', () => {
    expect(resolve('$$prev')).toEqual({ ok: true, value: '$prev' });
    expect(resolve('$$5')).toEqual({ ok: true, value: '$5' });
    expect(resolve('$$')).toEqual({ ok: true, value: '$' });
  });

  it('inside keys called __proto__ pollutes nothing', () => {
    const resolved = resolve(JSON.parse('{"__proto__":{"polluted":"$first.id"}}')) as { value: object };
    expect(Object.keys(resolved.value)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(resolved.value)).toBe(Object.prototype);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('in an input nested 10,000 deep is an error and not an overflow', () => {
    let deep: unknown = '$prev';
    for (let depth = 0; depth < 10_000; depth += 1) deep = [deep];
    expect(resolve(deep)).toMatchObject({ ok: false, reason: expect.stringContaining('nested') });
  });
});

describe('references in general', () => {
  const key = fc.constantFrom('a', 'b', 'x-y', '__proto__', 'constructor', 'length');
  const data = fc.letrec((tie) => ({
    data: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(1, 'text', null, true),
      fc.array(tie('data'), { maxLength: 3 }),
      fc.dictionary(key, tie('data'), { maxKeys: 3, noNullPrototype: true }),
    ),
  })).data;
  const path = fc.array(fc.oneof(key, fc.nat({ max: 3 })), { maxLength: 4 });

  function naive(value: unknown, keys: readonly (string | number)[]): { found: boolean; value?: unknown } {
    let current = value;
    for (const part of keys) {
      if (typeof current !== 'object' || current === null) return { found: false };
      if (Array.isArray(current) && typeof part !== 'number') return { found: false };
      if (!Object.hasOwn(current, part)) return { found: false };
      current = (current as Record<string | number, unknown>)[part];
    }
    return { found: true, value: current };
  }

  it('agree with a naive walk along the path', () => {
    fc.assert(
      fc.property(data, path, (value, keys) => {
        const text = keys.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('');
        const expected = naive(value, keys);
        const steps = [{ alias: 's', data: value, ran: true }];
        for (const root of ['$prev', '$first', '$steps[0]', '$steps.s']) {
          const resolved = resolveReferences(`${root}${text}`, { input: 0, steps });
          expect(resolved.ok).toBe(expected.found);
          if (resolved.ok) expect(resolved.value).toEqual(expected.value);
        }
        expect(resolveReferences(`$input${text}`, { input: value, steps: [] }).ok).toBe(expected.found);
      }),
    );
  });

  it('never throw, and what is not a reference stays itself', () => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.string({ unit: fc.constantFrom('$', 'prev', 'steps', 'input', '.', '[', ']', '0', 'a', ' ') }),
    );
    fc.assert(
      fc.property(fc.oneof(text, fc.jsonValue()), (value) => {
        const resolved = resolve(value);
        if (typeof value !== 'string' || isReference(value) || value.startsWith('$$')) return;
        expect(resolved).toEqual({ ok: true, value });
      }),
    );
  });
});
