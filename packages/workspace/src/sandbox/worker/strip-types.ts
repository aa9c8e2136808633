import { type Options, transformSync } from '@swc/wasm-typescript';

/** Where and why a source is not TypeScript that can be stripped. */
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
const KEPT = 100;
const stripped = new Map<string, string>();
let broken = false;

/** The compiler gave up on some source, and is not to be used again. */
export function isCompilerBroken(): boolean {
  return broken;
}

/**
 * Replaces types by blanks: what runs has the lines and columns of what was written. This happens in the worker,
 * because source that is nested deeply enough overflows the compiler's stack and leaves it unusable.
 */
export function stripTypes(source: string): string {
  const known = stripped.get(source);
  if (known !== undefined) return known;
  let code: string;
  try {
    ({ code } = transformSync(source, OPTIONS));
  } catch (error) {
    throw asStripError(error);
  }
  if (stripped.size >= KEPT) stripped.delete(stripped.keys().next().value as string);
  stripped.set(source, code);
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
