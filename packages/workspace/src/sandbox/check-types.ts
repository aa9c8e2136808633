import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { init, parse } from 'es-module-lexer';
import { COMPILER_OPTIONS, RUNTIME_PATH, RUNTIME_TEXT } from '../tree/runtime-file.ts';
import { unavailable } from './code-errors.ts';
import type { CodeError, ModuleTree } from './contract.ts';
import { GUEST_GLOBALS } from './guest-globals.ts';
import { candidates, modulePath } from './resolve-module.ts';
import { findCompiler, runCompiler } from './run-compiler.ts';
import { SCRIPT, type ScriptSource } from './worker/protocol.ts';

export const CHECK_TIMEOUT_MS = 20_000;
/** Maximum number of type errors in the message. */
const SHOWN = 5;
/** Maximum number of imported modules. A server has one module per tool, and rarely more tools than this. */
const MAX_MODULES = 2_000;

const GLOBALS = 'globals.d.ts';
/** File suffix of the modules, so that an import cannot resolve to any other file on this machine. */
const SUFFIX = '.foldout';
const OPTIONS = {
  ...COMPILER_OPTIONS,
  // `force`: a script without imports is a module too. `skipLibCheck`: errors in declaration files are not reported.
  moduleDetection: 'force',
  skipLibCheck: true,
  // A script can import any path of this machine. With these options the compiler finds only the files that this module
  // writes, and an error cannot reveal whether another file exists.
  noResolve: true,
  moduleSuffixes: [SUFFIX],
};

/** Type-checks the script with the TypeScript compiler. Undefined if there are no errors. */
export async function checkTypes(
  script: ScriptSource,
  modules: ModuleTree | undefined,
  signal?: AbortSignal,
): Promise<CodeError | undefined> {
  const compiler = await findCompiler();
  if (!compiler)
    return unavailable(
      'a type check needs the package typescript, which is not installed. Run: npm install typescript',
    );
  const folder = await mkdtemp(join(tmpdir(), 'foldout-check-'));
  try {
    const files = await filesOf(script.typed, modules);
    for (const [path, source] of files) {
      const file = join(folder, nameOnDisk(path));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, source);
    }
    const config = { compilerOptions: OPTIONS, files: [...files.keys()].map(nameOnDisk) };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const command = { ...compiler, args: [...compiler.args, '-p', '.', '--pretty', 'false'] };
    const output = await runCompiler(command, { cwd: folder, timeMs: CHECK_TIMEOUT_MS, signal });
    return scriptErrors(output, script.shift);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The script and all modules that it imports, directly or indirectly. */
async function filesOf(script: string, modules: ModuleTree | undefined): Promise<Map<string, string>> {
  await init();
  const files = new Map([
    [GLOBALS, GUEST_GLOBALS],
    [RUNTIME_PATH, RUNTIME_TEXT],
    [SCRIPT, script],
  ]);
  const open = [SCRIPT];
  for (let importer = open.pop(); importer !== undefined; importer = open.pop()) {
    for (const specifier of specifiersIn(files.get(importer) ?? '')) {
      const wanted = modulePath(importer, specifier);
      const typed = wanted === undefined ? [] : candidates(wanted).filter((path) => path.endsWith('.ts'));
      for (const path of typed) {
        if (files.has(path) || files.size > MAX_MODULES) break;
        const source = await modules?.(path);
        if (source === undefined) continue;
        files.set(path, source);
        open.push(path);
        break;
      }
    }
  }
  return files;
}

function nameOnDisk(path: string): string {
  return path === SCRIPT || path === GLOBALS ? path : path.replace(/\.ts$/, `${SUFFIX}.ts`);
}

function specifiersIn(source: string): string[] {
  try {
    return parse(source)[0].flatMap(({ specifier }) => specifier ?? []);
  } catch {
    return [];
  }
}

/** Errors in the script itself; errors in the modules are ignored. */
function scriptErrors(output: string, shift: number): CodeError | undefined {
  const found = [...output.matchAll(/^script\.ts\((\d+),(\d+)\): error (TS\d+: .*)$/gm)].map(
    ([, line, column, text]) => ({
      line: Number(line),
      column: Math.max(1, Number(column) - (line === '1' ? shift : 0)),
      text: text ?? '',
    }),
  );
  const [first] = found;
  if (!first) return undefined;
  const more = found.length > SHOWN ? `\n… and ${found.length - SHOWN} more` : '';
  return {
    code: 'TYPE_ERROR',
    message:
      found
        .slice(0, SHOWN)
        .map(({ line, text }) => `line ${line}: ${text}`)
        .join('\n') + more,
    suggestion: 'Nothing was run. Correct these lines and run the script again.',
    line: first.line,
    column: first.column,
  };
}
