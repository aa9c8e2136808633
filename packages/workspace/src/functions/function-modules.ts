import { commentText } from '@foldout/core/internal';
import type { ModuleTree } from '../sandbox/contract.ts';
import type { TreeFile } from '../tree/tree-plan.ts';
import { FUNCTIONS_FOLDER } from './function-imports.ts';

/** A function as a file: its name and its source. */
export interface FunctionFile {
  readonly name: string;
  readonly code: string;
}

/** The files of functions in a tree: `functions/<name>.ts`, and an index that exports all of them. */
export function functionFiles(functions: readonly FunctionFile[]): TreeFile[] {
  if (functions.length === 0) return [];
  const sorted = [...functions].sort((a, b) => (a.name < b.name ? -1 : 1));
  return [
    ...sorted.map(({ name, code }) => ({ path: pathOf(name), text: () => `${code.trimEnd()}\n` })),
    { path: pathOf('index'), text: () => indexText(sorted) },
  ];
}

/** The modules of functions, for scripts that import them. */
export function modulesOfFunctions(functions: readonly FunctionFile[]): ModuleTree {
  const files = new Map(functionFiles(functions).map(({ path, text }) => [path, text]));
  return (path) => files.get(path)?.();
}

/** A script that calls a function with an input and returns its value. */
export function callingScript(name: string, input: unknown): string {
  // As a text that the script parses: in an object literal, the key `__proto__` would set the prototype.
  const literal = JSON.stringify(JSON.stringify(input));
  return `import { ${name} } from './${pathOf(name)}';\nexport default await ${name}(JSON.parse(${literal}));\n`;
}

function indexText(functions: readonly FunctionFile[]): string {
  const count = functions.length === 1 ? '1 saved function' : `${functions.length} saved functions`;
  return `/** ${commentText(count)} */\n${functions.map(({ name }) => `export { ${name} } from './${name}.ts';`).join('\n')}\n`;
}

function pathOf(name: string): string {
  return `${FUNCTIONS_FOLDER}/${name}.ts`;
}
