import type { Options } from '@swc/wasm-typescript';

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
const KEPT = 200;
const stripped = new Map<string, string>();

/** Replaces types by blanks: what runs has the lines and columns of what was written. */
export async function stripTypes(source: string): Promise<string> {
  const known = stripped.get(source);
  if (known !== undefined) return known;
  // Loaded when first needed: 4 MB of WebAssembly that a server which never runs code need not have.
  const { transformSync } = await import('@swc/wasm-typescript');
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
  const { message, startLine, startColumn } = (typeof error === 'object' && error !== null ? error : {}) as {
    message?: unknown;
    startLine?: unknown;
    startColumn?: unknown;
  };
  return new StripError(
    typeof message === 'string' ? message : String(error),
    typeof startLine === 'number' ? startLine : 1,
    typeof startColumn === 'number' ? startColumn + 1 : 1,
  );
}
