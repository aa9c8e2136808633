import { type Options, transformSync } from '@swc/wasm-typescript';

/** A syntax error, or TypeScript syntax that cannot be stripped. */
export class StripError extends Error {
  readonly line: number;
  readonly column: number;

  constructor(message: string, line: number, column: number) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

const OPTIONS: Options = { mode: 'strip-only', module: true };
const MAX_CACHED = 100;
const cache = new Map<string, string>();
let broken = false;

/** Whether the compiler has crashed and cannot be used again. */
export function isCompilerBroken(): boolean {
  return broken;
}

/**
 * Replaces types by blanks, which preserves lines and columns. It runs in the worker, because deeply nested source
 * overflows the stack of the compiler and leaves it unusable.
 */
export function stripTypes(source: string): string {
  const known = cache.get(source);
  if (known !== undefined) return known;
  let code: string;
  try {
    ({ code } = transformSync(source, OPTIONS));
  } catch (error) {
    throw asStripError(error);
  }
  if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value as string);
  cache.set(source, code);
  return code;
}

function asStripError(error: unknown): StripError {
  const { code, message, startLine, startColumn } = error as Readonly<Record<string, unknown>>;
  if (code !== 'InvalidSyntax' && code !== 'UnsupportedSyntax') {
    broken = true;
    return new StripError('The source is nested too deeply to be read', 1, 1);
  }
  return new StripError(
    String(message),
    typeof startLine === 'number' ? startLine : 1,
    typeof startColumn === 'number' ? startColumn + 1 : 1,
  );
}
