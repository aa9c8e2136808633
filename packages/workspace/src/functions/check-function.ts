import { checkTypes } from '../sandbox/check-types.ts';
import type { CodeError, ModuleTree } from '../sandbox/contract.ts';
import { asScript } from './function-imports.ts';
import type { ReadFunction } from './read-function.ts';

/**
 * Type-checks a function and its test input against the modules that it imports. Undefined if there are no errors; the
 * code `SANDBOX_UNAVAILABLE` if there is no compiler.
 */
export async function checkFunction(
  { code, name, test, takesInput }: ReadFunction,
  modules: ModuleTree,
  signal?: AbortSignal,
): Promise<CodeError | undefined> {
  const call = takesInput ? `${name}(${JSON.stringify(test)})` : `${name}()`;
  const typed = `${await asScript(code)}\nvoid (() => ${call});\n`;
  return checkTypes({ typed, shift: 0 }, modules, signal);
}
