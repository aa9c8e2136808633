import { parse } from 'es-module-lexer';
import type { ScriptSource, SyntaxProblem } from './protocol.ts';
import { StripError, stripTypes } from './strip-types.ts';

const TOP_LEVEL_RETURN = 'Return statement is not allowed here';
const EXPORT_IN_FUNCTION = "'import', and 'export' cannot be used outside of module code";
/** A string literal (captured, stays unchanged), a comment, or white space. */
const LITERAL_OR_BLANK = /("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|\/\/.*|\/\*[\s\S]*?\*\/|\s+/g;

/**
 * A script is a module, and its value is its default export. `return` at the top level is allowed as well, because
 * models write scripts with it: everything except the imports is then wrapped in an async function, and line numbers
 * stay the same.
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

/** Moves the imports to the first line and leaves blanks in their place, so that line numbers stay the same. */
function wrap(code: string): ScriptSource {
  // A hashbang is legal only at the start of the file, so it becomes a comment.
  let body = code.replace(/^#!/, '//');
  let imports = '';
  for (const { type, importStart, importEnd } of importsOf(code)) {
    if (type !== 'static') continue;
    const statement = code.slice(importStart, importEnd);
    imports += `${statement.replace(LITERAL_OR_BLANK, (_, text?: string) => text ?? ' ')};`;
    body = body.slice(0, importStart) + statement.replace(/[^\r\n]/g, ' ') + body.slice(importEnd);
  }
  const front = `${imports}export default await (async () => {`;
  return { typed: `${front}${body}\n})();`, shift: front.length };
}

function importsOf(code: string) {
  try {
    return parse(code)[0];
  } catch {
    // The type stripper rejects a script that the import lexer cannot parse, with a better message.
    return [];
  }
}

function syntaxProblem({ message, line, column }: StripError, code: string, shift: number): SyntaxProblem {
  return {
    kind: 'syntax',
    message:
      message === EXPORT_IN_FUNCTION
        ? 'A script with a top-level return cannot export. Remove the return or the export'
        : message,
    // The type stripper reports an unclosed block one line after the end of the script.
    line: Math.min(line, code.split('\n').length),
    column: Math.max(1, line === 1 ? column - shift : column),
  };
}
