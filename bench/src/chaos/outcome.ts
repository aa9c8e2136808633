import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { errorText } from '../report.ts';

/** The outcomes that are not error codes. `lost`: neither a result nor an error within the deadline. */
export const EXPECTED = 'ok';
export const CANCELED = 'canceled by the client';
export const BROKEN = 'connection broken';
export const LOST = 'lost';

const MAX_MESSAGE = 300;

interface Result {
  readonly content?: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
}

export interface Outcome {
  readonly outcome: string;
  readonly message?: string;
}

/** `answers`: the pattern of the expected text. Without it, every result without an error is expected. */
export function outcomeOfResult(result: Result, answers: string | undefined): Outcome {
  const text = (result.content ?? []).map((part) => part.text ?? '').join('\n');
  if (answers === undefined ? !result.isError : new RegExp(answers).test(text)) return { outcome: EXPECTED };
  const outcome = codeIn(result.structuredContent) ?? (result.isError ? 'error of the server' : 'wrong answer');
  return { outcome, message: text.slice(0, MAX_MESSAGE) };
}

export function outcomeOfError(error: unknown): Outcome {
  return { outcome: nameOf(error), message: errorText(error).slice(0, MAX_MESSAGE) };
}

function nameOf(error: unknown): string {
  if (error instanceof SdkHttpError) return `HTTP ${error.status}`;
  if (error instanceof ProtocolError) return `JSON-RPC ${error.code}`;
  if (error instanceof SdkError) return error.code === SdkErrorCode.RequestTimeout ? LOST : error.code;
  // `fetch` throws a TypeError if the connection is refused or ends before the response.
  return error instanceof TypeError ? BROKEN : 'another error';
}

function codeIn(structured: unknown): string | undefined {
  const code = (structured as { error?: { code?: unknown } } | undefined)?.error?.code;
  return typeof code === 'string' ? code : undefined;
}
