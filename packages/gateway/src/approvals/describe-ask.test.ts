import type { ApprovalRequest } from '@foldout/core/internal';
import { expect, it } from 'vitest';
import { describeAsk } from './describe-ask.ts';

const shown = (input: object): string => {
  const request = {
    subject: { kind: 'tool', server: 'bank', name: 'pay', risk: 'destructive' },
    caller: { principal: 'ann' },
    decision: { then: 'ask' },
    input,
    settings: {},
  } as unknown as ApprovalRequest;
  return describeAsk(request, {}, { now: 0, timeoutMs: 1 }).shown;
};

it.each([
  ['a long text', { aside: 'x'.repeat(100_000) }],
  ['many texts', Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`a${n}`, 'x'.repeat(5_000)]))],
  ['a deep text', { aside: [{ inner: { note: 'x'.repeat(100_000) } }] }],
])('a person sees every field, whatever it is padded with: %s', (_what, padding) => {
  const text = shown({ ...padding, to: 'mallory', amount: 9_000 });
  expect(text).toContain('"to":"mallory"');
  expect(text).toContain('"amount":9000');
  expect(text).toContain('more characters');
  expect(text.length).toBeLessThanOrEqual(4_000);
});

it('a person sees the characters that have no shape, and no secret', () => {
  const text = shown({ to: 'ann\u202e\u200b\u3164\ufe0f', token: 'ghp_abcdefghijklmnopqrstuvwxyz0123456789' });
  expect(text).toMatch(/ann\\u\{202e\}\\u\{200b\}\\u\{3164\}\\u\{fe0f\}/);
  expect(text).not.toContain('ghp_');
});
