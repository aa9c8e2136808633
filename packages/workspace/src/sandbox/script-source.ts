import { init, parse } from 'es-module-lexer';
import type { CodeError } from './contract.ts';
import { StripError, stripTypes } from './strip-types.ts';

/** The name under which the script appears in stacks. */
export const SCRIPT = 'script.ts';

/** A script that is ready to run, and how far its first line was moved to the right. */
export interface ScriptSource {
  readonly typed: string;
  readonly runnable: string;
  readonly shift: number;
}

const TOP_LEVEL_RETURN = 'Return statement is not allowed here';

/**
 * A script is a module. Its value is its default export; because that is not how one writes a script, `return` at the
 * top level is allowed as well: then everything but the imports goes into an async function, on the same lines.
 */
export async function prepareScript(code: string): Promise<ScriptSource | { readonly error: CodeError }> {
  await init();
  try {
    return { typed: code, runnable: await stripTypes(code), shift: 0 };
  } catch (error) {
    if (!(error instanceof StripError)) throw error;
    if (error.message !== TOP_LEVEL_RETURN) return { error: syntaxError(error, code, 0) };
  }
  const wrapped = wrap(code);
  try {
    return { ...wrapped, runnable: await stripTypes(wrapped.typed) };
  } catch (error) {
    if (!(error instanceof StripError)) throw error;
    return { error: syntaxError(error, code, wrapped.shift) };
  }
}

/** Imports move to the front of the first line; blanks take their place, so that no line changes its number. */
function wrap(code: string): { readonly typed: string; readonly shift: number } {
  let body = code;
  let imports = '';
  for (const { type, importStart, importEnd } of staticImports(code)) {
    if (type !== 'static') continue;
    const statement = code.slice(importStart, importEnd);
    imports += `${statement.replace(/\s+/g, ' ')};`;
    body = body.slice(0, importStart) + statement.replace(/[^\r\n]/g, ' ') + body.slice(importEnd);
  }
  const front = `${imports}export default await (async () => {`;
  return { typed: `${front}${body}\n})();`, shift: front.length };
}

function staticImports(code: string) {
  try {
    return parse(code)[0];
  } catch {
    // What the lexer cannot read, the compiler refuses in a moment, with a better message.
    return [];
  }
}

function syntaxError({ message, line, column }: StripError, code: string, shift: number): CodeError {
  const lines = code.split('\n');
  // A block that is never closed is noticed after the end.
  const at = Math.min(line, lines.length);
  return {
    code: 'SYNTAX_ERROR',
    message: `${message} (line ${at})`,
    suggestion: 'Nothing was run. Correct the line and run it again.',
    line: at,
    column: Math.max(1, line === 1 ? column - shift : column),
  };
}
