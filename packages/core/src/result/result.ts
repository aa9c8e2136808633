import { ERROR_CODES, type ErrorCode } from './error-codes.ts';

/** What went wrong, and what to do about it. Commands may add codes of their own. */
export interface CommandError {
  readonly code: ErrorCode | (string & {});
  /** Names the thing and the value seen. */
  readonly message: string;
  /** A next step that can be followed as it stands. */
  readonly suggestion: string;
  readonly details?: unknown;
  readonly retryable?: boolean;
}

export interface ResultMetadata {
  readonly executionTimeMs?: number;
  readonly traceId?: string;
  readonly [key: string]: unknown;
}

/** What lets an agent judge an answer. Every field is optional. */
export interface TrustFields {
  /** 0 (a guess) to 1 (certain). */
  readonly confidence?: number;
  readonly reasoning?: string;
  readonly warnings?: readonly string[];
  readonly suggestions?: readonly string[];
  readonly sources?: readonly unknown[];
  readonly alternatives?: readonly unknown[];
  readonly metadata?: ResultMetadata;
}

export interface CommandSuccess<T> extends TrustFields {
  readonly success: true;
  readonly data: T;
  readonly error?: never;
}

export interface CommandFailure extends TrustFields {
  readonly success: false;
  readonly error: CommandError;
  readonly data?: never;
}

export type CommandResult<T = unknown> = CommandSuccess<T> | CommandFailure;

/**
 * Holds an answer in the form its source gave it. A face that speaks that form sends it on
 * untouched; every other face reads the result around it. A symbol, so that JSON never carries both.
 */
export const NATIVE = Symbol.for('foldout.native');

export function success<T>(data: T, trust?: TrustFields): CommandSuccess<T> {
  return { success: true, data, ...trust };
}

export function failure(error: CommandError, trust?: TrustFields): CommandFailure {
  const retryable = error.retryable ?? isRetryable(error.code);
  return { success: false, error: retryable ? { ...error, retryable } : error, ...trust };
}

/** Whether a value has the form of a result: what a handler returned is not trusted to have it. */
export function isCommandResult(value: unknown): value is CommandResult {
  if (typeof value !== 'object' || value === null) return false;
  const { success, error, warnings } = value as { success?: unknown; error?: unknown; warnings?: unknown };
  if (warnings !== undefined && !Array.isArray(warnings)) return false;
  if (success === true) return 'data' in value;
  return success === false && isCommandError(error);
}

function isCommandError(value: unknown): value is CommandError {
  if (typeof value !== 'object' || value === null) return false;
  const { code, message } = value as { code?: unknown; message?: unknown };
  return typeof code === 'string' && typeof message === 'string';
}

function isRetryable(code: string): boolean {
  return code in ERROR_CODES && ERROR_CODES[code as ErrorCode].retryable;
}

/** Adds fields to what a result already carries; lists are joined, metadata is merged. */
export function annotate<R extends CommandResult>(result: R, extra: TrustFields): R {
  const joined = LISTS.filter((field) => extra[field]).map((field) => [
    field,
    [...(result[field] ?? []), ...(extra[field] ?? [])],
  ]);
  return {
    ...result,
    ...extra,
    ...Object.fromEntries(joined),
    ...(extra.metadata && { metadata: { ...result.metadata, ...extra.metadata } }),
  };
}

const LISTS = ['warnings', 'suggestions', 'sources', 'alternatives'] as const;
