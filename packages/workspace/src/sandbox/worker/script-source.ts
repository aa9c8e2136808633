import { parse } from 'es-module-lexer';
import type { ScriptSource, SyntaxProblem } from './protocol.ts';
import { StripError, stripTypes } from './strip-types.ts';

const TOP_LEVEL_RETURN = 'Return statement is not allowed here';
const EXPORT_BELOW = "'import', and 'export' cannot be used outside of module code";
/** A text, which stays as it is, or what is only there to be read. */
const TEXT_OR_BLANK = /("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|\/\/.*|\/\*[\s\S]*?\*\/|\s+/g;

/**
 * A script is a module. Its value is its default export; because that is not how one writes a script, `return` at the
 * top level is allowed as well: then everything but the imports goes into an async function, on the same lines.
 */
export function prepareScript(code: string): (ScriptSource & { readonly runnable: string }) | SyntaxProblem {
  try {
    return { typed: code, runnable: stripTypes(code), shift: 0 };
  } catch (error) {
    if (!(error instanceof StripError)) throw error;
    if (error.message !== TOP_LEVEL_RETURN) return syntaxProblem(error, code, 0);
  }
  const wrapped = wrap(code);
  try {
    return { ...wrapped, runnable: stripTypes(wrapped.typed) };
  } catch (error) {
    if (!(error instanceof StripError)) throw error;
    return syntaxProblem(error, code, wrapped.shift);
  }
}

/** Imports move to the front of the first line; blanks take their place, so that no line changes its number. */
function wrap(code: string): ScriptSource {
  // What tells a shell how to run the script is only read at the very front.
  let body = code.replace(/^#!/, '//');
  let imports = '';
  for (const { type, importStart, importEnd } of importsOf(code)) {
    if (type !== 'static') continue;
    const statement = code.slice(importStart, importEnd);
    imports += `${statement.replace(TEXT_OR_BLANK, (_, text?: string) => text ?? ' ')};`;
    body = body.slice(0, importStart) + statement.replace(/[^\r\n]/g, ' ') + body.slice(importEnd);
  }
  const front = `${imports}export default await (async () => {`;
  return { typed: `${front}${body}\n})();`, shift: front.length };
}

function importsOf(code: string) {
  try {
    return parse(code)[0];
  } catch {
    // What the lexer cannot read, the compiler refuses in a moment, with a better message.
    return [];
  }
}

function syntaxProblem({ message, line, column }: StripError, code: string, shift: number): SyntaxProblem {
  return {
    kind: 'syntax',
    message:
      message === EXPORT_BELOW
        ? 'A script that returns at the top level cannot export: leave out one of the two'
        : message,
    // A block that is never closed is noticed after the end.
    line: Math.min(line, code.split('\n').length),
    column: Math.max(1, line === 1 ? column - shift : column),
  };
}
