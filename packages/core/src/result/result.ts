import { ERROR_CODES, type ErrorCode } from './error-codes.ts';

/** What went wrong and what to do about it. Commands may use their own codes. */
export interface CommandError {
  readonly code: ErrorCode | (string & {});
  /** Names what failed and the wrong value. */
  readonly message: string;
  /** The next step, ready to be followed literally. */
  readonly suggestion: string;
  readonly details?: unknown;
  readonly retryable?: boolean;
}

export interface ResultMetadata {
  readonly executionTimeMs?: number;
  readonly traceId?: string;
  readonly [key: string]: unknown;
}

/** Fields that help an agent judge an answer. All are optional. */
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
 * Key of the source's original answer, for example an MCP result. The MCP server sends it unchanged; other entry points
 * read the `CommandResult` instead. It is a symbol, so that JSON never contains both.
 */
export const NATIVE = Symbol.for('foldout.native');

/** Key of the mark on the failure of a call that never reached its server. */
const UNSENT = Symbol('unsent');

/** Marks the failure of a call that never reached its server: an approval of the call still holds. */
export function markUnsent<T extends CommandResult>(result: T): T {
  return Object.assign(result, { [UNSENT]: true });
}

export function isUnsent(result: CommandResult): boolean {
  return UNSENT in result;
}

export function success<T>(data: T, trust?: TrustFields): CommandSuccess<T> {
  return { success: true, data, ...trust };
}

export function failure(error: CommandError, trust?: TrustFields): CommandFailure {
  const retryable = error.retryable ?? isRetryable(error.code);
  return { success: false, error: retryable ? { ...error, retryable } : error, ...trust };
}

/** Whether a value has the shape of a `CommandResult`. A handler may return anything. */
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

/** Adds fields to a result. Lists are concatenated, metadata is merged. */
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
