import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { outcomeOfError, outcomeOfResult } from './outcome.ts';

const text = (value: string) => [{ type: 'text', text: value }];

describe('the outcome of a result', () => {
  it.each([
    ['the expected text', { content: text('the sum is 42') }, '42', 'ok'],
    ['an expected error', { content: text('fetch failed'), isError: true }, 'fetch failed', 'ok'],
    ['another text', { content: text('the sum is 41') }, '42', 'wrong answer'],
    ['another error of the server', { content: text('no'), isError: true }, '42', 'error of the server'],
    [
      'an error of the gateway',
      { content: text('no'), isError: true, structuredContent: { error: { code: 'TIMEOUT' } } },
      '42',
      'TIMEOUT',
    ],
    ['any result, where none is expected in particular', { content: text('x') }, undefined, 'ok'],
    [
      'any error, where none is expected in particular',
      { content: [], isError: true },
      undefined,
      'error of the server',
    ],
  ])('%s', (_, result, answers, outcome) => {
    expect(outcomeOfResult(result, answers).outcome).toBe(outcome);
  });
});

describe('the outcome of an error', () => {
  it.each([
    ['a refusal', new SdkHttpError(SdkErrorCode.SendFailed, 'busy', { status: 503 }), 'HTTP 503'],
    ['an error of the protocol', new ProtocolError(-32602, 'unknown tool'), 'JSON-RPC -32602'],
    ['a timeout of the SDK', new SdkError(SdkErrorCode.RequestTimeout, 'late'), 'lost'],
    ['a closed connection', new SdkError(SdkErrorCode.ConnectionClosed, 'closed'), 'CONNECTION_CLOSED'],
    ['a failed fetch', new TypeError('fetch failed'), 'connection broken'],
  ])('%s', (_, error, outcome) => {
    expect(outcomeOfError(error)).toEqual({ outcome, message: error.message });
  });
});
