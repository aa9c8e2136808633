import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from './error-codes.ts';
import { annotate, failure, isCommandResult, NATIVE, success } from './result.ts';

const error = { code: 'X', message: 'm', suggestion: 's' };

describe('success and failure', () => {
  it('carry the data or the error, and the trust fields beside it', () => {
    expect(success({ a: 1 }, { confidence: 0.5 })).toEqual({ success: true, data: { a: 1 }, confidence: 0.5 });
    expect(failure(error, { reasoning: 'r' })).toEqual({ success: false, error, reasoning: 'r' });
  });

  it('take `retryable` from the registry of codes, unless the error sets it', () => {
    expect(failure({ ...error, code: 'TIMEOUT' }).error.retryable).toBe(true);
    expect(failure({ ...error, code: 'TIMEOUT', retryable: false }).error.retryable).toBe(false);
    expect(failure({ ...error, code: 'VALIDATION_ERROR' }).error.retryable).toBeUndefined();
    expect(failure({ ...error, retryable: true }).error.retryable).toBe(true);
  });

  it.each(['constructor', 'toString', '__proto__'])('treat the code %s as not registered', (code) => {
    expect(failure({ ...error, code })).toEqual({ success: false, error: { ...error, code } });
  });
});

describe('the registry of codes', () => {
  it('has exactly the codes of the product, each with a meaning', () => {
    expect(Object.keys(ERROR_CODES).sort()).toEqual([
      'APPROVAL_REQUIRED',
      'CANCELLED',
      'COMMAND_DISABLED',
      'COMMAND_NOT_EXPOSED',
      'COMMAND_NOT_FOUND',
      'CONTEXT_MISMATCH',
      'INPUT_REQUIRED',
      'INTERNAL_ERROR',
      'OUTCOME_UNKNOWN',
      'POLICY_DENIED',
      'RATE_LIMITED',
      'TIMEOUT',
      'UPSTREAM_ERROR',
      'UPSTREAM_UNAVAILABLE',
      'VALIDATION_ERROR',
    ]);
    for (const { meaning } of Object.values(ERROR_CODES)) expect(meaning).toMatch(/\.$/);
  });

  it('marks as retryable exactly the codes that may succeed on a second attempt', () => {
    const retryable = Object.entries(ERROR_CODES).filter(([, { retryable }]) => retryable);
    expect(retryable.map(([code]) => code).sort()).toEqual(['RATE_LIMITED', 'TIMEOUT', 'UPSTREAM_UNAVAILABLE']);
  });
});

describe('isCommandResult', () => {
  it.each([
    [success(1)],
    [success(undefined)],
    [failure(error)],
    [{ success: false, error: { code: 'X', message: 'm' } }],
  ])('accepts %j', (value) => {
    expect(isCommandResult(value)).toBe(true);
  });

  it.each([
    [undefined],
    [null],
    [5],
    ['text'],
    [{}],
    [[]],
    [{ success: true }],
    [{ success: 'true', data: 1 }],
    [{ success: 1, data: 1 }],
    [{ success: false }],
    [{ success: false, error: 'text' }],
    [{ success: false, error: { code: 5, message: 'm' } }],
    [{ success: false, error: { code: 'X' } }],
    [{ success: false, error: null }],
    [{ success: true, data: 1, warnings: 'not a list' }],
    [{ success: true, data: 1, warnings: 5 }],
  ])('rejects %j', (value) => {
    expect(isCommandResult(value)).toBe(false);
  });
});

describe('annotate', () => {
  it('adds fields to a copy of the result', () => {
    const before = success(1);
    const after = annotate(before, { reasoning: 'r' });
    expect(after).toEqual({ success: true, data: 1, reasoning: 'r' });
    expect(before).toEqual({ success: true, data: 1 });
  });

  it.each(['warnings', 'suggestions', 'sources', 'alternatives'] as const)('concatenates %s', (field) => {
    const joined = annotate(success(1, { [field]: ['a'] }), { [field]: ['b'] });
    expect(joined[field]).toEqual(['a', 'b']);
    expect(annotate(success(1), { [field]: ['b'] })[field]).toEqual(['b']);
  });

  it('merges metadata; the newer value wins', () => {
    const merged = annotate(success(1, { metadata: { traceId: 't', a: 1 } }), { metadata: { a: 2 } });
    expect(merged.metadata).toEqual({ traceId: 't', a: 2 });
  });

  it('keeps the original answer of the source', () => {
    const native = { content: [] };
    const result = { ...success(1), [NATIVE]: native };
    expect(annotate(result, { reasoning: 'r' })[NATIVE]).toBe(native);
    expect(JSON.stringify(result)).not.toContain('content');
  });
});
