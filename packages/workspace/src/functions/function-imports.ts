import { init, parse } from 'es-module-lexer';
import { RUNTIME_PATH } from '../tree/runtime-file.ts';
import { FunctionError, lineAt } from './function-error.ts';

/** The folder of saved functions in a tree, and in the imports of scripts. */
export const FUNCTIONS_FOLDER = 'functions';

const SERVER = /^(?:\.\.?\/)(servers\/[^/]+)(\/[^/]+?)?(?:\.ts|\.js)?\/?$/;
const RUNTIME = /^\.\.?\/foldout(?:\.ts|\.js)?$/;
const SIBLING = /^\.\/(?:functions\/)?([A-Za-z_$][\w$]*)(?:\.ts|\.js)?$/;

/**
 * Writes the imports of a function as they are in the folder `functions`: whole file names, which every runtime resolves.
 * The imports of a script (`./servers/github`) are accepted too. Throws a `FunctionError` for any other import.
 */
export async function withFunctionImports(source: string): Promise<string> {
  return replaceImports(source, (specifier, at) => {
    const replaced = inFunctions(specifier);
    if (replaced !== undefined) return replaced;
    throw new FunctionError(
      `A function cannot import '${specifier.slice(0, 80)}': only ../servers/<server>, ../foldout.ts and other functions, such as ./other.ts`,
      lineAt(source, at),
    );
  });
}

/** The same source as a script in the root of a tree, for the type check. */
export function asScript(code: string): Promise<string> {
  return replaceImports(code, (specifier) =>
    specifier.startsWith('../') ? specifier.slice(1) : `./${FUNCTIONS_FOLDER}/${specifier.slice(2)}`,
  );
}

function inFunctions(specifier: string): string | undefined {
  const server = SERVER.exec(specifier);
  if (server) return `../${server[1]}${server[2] ?? '/index'}.ts`;
  if (RUNTIME.test(specifier)) return `../${RUNTIME_PATH}`;
  const sibling = SIBLING.exec(specifier);
  return sibling ? `./${sibling[1]}.ts` : undefined;
}

async function replaceImports(source: string, replace: (specifier: string, at: number) => string): Promise<string> {
  await init();
  let imports: ReturnType<typeof parse>[0];
  try {
    imports = parse(source)[0];
  } catch {
    throw new FunctionError('The source is not a TypeScript module');
  }
  let text = source;
  for (const { specifier, start, end } of imports.toReversed()) {
    if (specifier === undefined || specifier === null) continue;
    // The lexer includes the quotes of a dynamic import, and leaves out those of a static one.
    const quoted = /^['"]/.test(source.slice(start, end));
    const replaced = replace(specifier, start);
    text = text.slice(0, start) + (quoted ? `'${replaced}'` : replaced) + text.slice(end);
  }
  return text;
}
