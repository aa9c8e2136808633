import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskedText, ResultMasker } from './mask-results.ts';

const texts = (...all: string[]) => ({ content: all.map((text) => ({ type: 'text', text })) });
const textOf = (result: Record<string, unknown>) => (result['content'] as { text: string }[])[0]?.text;

describe('a masker', () => {
  it.each([
    ['emails', 'write to ada.l+x@mail.example.org now', 'write to [emails masked] now'],
    ['phones', 'call +49 (30) 123-4567 or 555-867-5309', 'call [phones masked] or [phones masked]'],
    ['cards', 'paid with 4111 1111 1111 1111', 'paid with [cards masked]'],
    ['ibans', 'to DE89 3704 0044 0532 0130 00.', 'to [ibans masked].'],
    ['secrets', 'GitHub: ghp_abcdefghijklmnop1234', 'GitHub: [secrets masked]'],
  ] as const)('masks %s', (rule, before, after) => {
    expect(textOf(new ResultMasker([rule]).mask(texts(before)))).toBe(after);
  });

  it.each([
    ['emails', 'a @ b, user@localhost, 5@5'],
    ['phones', 'on 2026-11-19 at 1700000000000, order 5558675309, 192.168.100.200'],
    ['cards', 'order 4111 1111 1111 1112, at 1700000000000'],
    ['ibans', 'DE00 3704 0044 0532 0130 00'],
  ] as const)('leaves alone what only looks like %s', (rule, text) => {
    const result = texts(text);
    expect(new ResultMasker([rule]).mask(result)).toBe(result);
  });

  it('masks texts of a form of the operator', () => {
    const masker = new ResultMasker([
      { name: 'staff number', like: 'EMP-####' },
      { name: 'host', like: '*.corp.example' },
    ]);
    expect(textOf(masker.mask(texts('EMP-1234 on db-7.corp.example, not EMP-12345')))).toBe(
      '[staff number masked] on [host masked], not EMP-12345',
    );
  });

  it('masks every part of a result that a person or a model reads, and nothing that a program needs', () => {
    const who = 'ada@mail.example';
    const result = new ResultMasker(['emails']).mask({
      content: [
        { type: 'text', text: who },
        { type: 'resource', resource: { uri: `mailto:${who}`, text: who } },
        { type: 'resource_link', uri: `mailto:${who}`, name: who, description: who },
        { type: 'image', data: 'YWRhQG1haWwuZXhhbXBsZQ==', mimeType: 'image/png' },
      ],
      structuredContent: { users: [{ mail: who, [who]: 1 }], total: 1 },
      _meta: { kept: true },
    });
    const masked = '[emails masked]';
    expect(result).toEqual({
      content: [
        { type: 'text', text: masked },
        { type: 'resource', resource: { uri: `mailto:${who}`, text: masked } },
        { type: 'resource_link', uri: `mailto:${who}`, name: masked, description: masked },
        { type: 'image', data: 'YWRhQG1haWwuZXhhbXBsZQ==', mimeType: 'image/png' },
      ],
      structuredContent: { users: [{ mail: masked, [masked]: 1 }], total: 1 },
      _meta: { kept: true, 'foldout/masked': { emails: 6 } },
    });
    expect(maskedText(result)).toBe('Masked by the operator: 6 emails');
  });

  it('masks prompts, resources and the result of a task', () => {
    const masker = new ResultMasker(['emails']);
    const contents = [{ uri: 'a://b', text: 'ada@mail.example' }];
    expect(JSON.stringify(masker.mask({ contents }))).not.toContain('ada@');
    const messages = [{ role: 'user', content: { type: 'text', text: 'ada@mail.example' } }];
    expect(JSON.stringify(masker.mask({ messages }))).not.toContain('ada@');
    expect(JSON.stringify(masker.mask({ taskId: '1', result: texts('ada@mail.example') }))).not.toContain('ada@');
  });

  it('masks values by the name of their field, and numbers by their digits', () => {
    const masker = new ResultMasker(['secrets', 'cards']);
    expect(masker.mask({ structuredContent: { password: 'x', card: 4111111111111111, count: 3 } })).toMatchObject({
      structuredContent: { password: '[secrets masked]', card: '[cards masked]', count: 3 },
    });
  });

  it('keeps JSON in a text valid', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.emailAddress(), (value, mail) => {
        const text = JSON.stringify({ value, mail, password: mail });
        const masker = new ResultMasker(['secrets', 'emails', 'phones', 'ibans']);
        expect(() => JSON.parse(textOf(masker.mask(texts(text))) as string)).not.toThrow();
      }),
    );
  });

  it('needs linear time for a hostile text', () => {
    const masker = new ResultMasker(['secrets', 'emails', 'phones', 'cards', 'ibans', { name: 'x', like: 'a*a-#' }]);
    const timeOf = (length: number): number => {
      const text = ['a', '1', 'a.', '1 ', 'A1', '+1', '@a', 'aa-'].map((part) => part.repeat(length)).join(' ');
      const from = performance.now();
      masker.mask(texts(text));
      return performance.now() - from;
    };
    timeOf(1_000);
    // Ten times the length may take thirty times as long on a busy machine, but not the hundred of a quadratic search.
    expect(timeOf(40_000)).toBeLessThan(Math.max(30 * timeOf(4_000), 200));
  });
});
