import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { init, parse } from 'es-module-lexer';
import { COMPILER_OPTIONS, RUNTIME_PATH, RUNTIME_TEXT } from '../tree/runtime-file.ts';
import { unavailable } from './code-errors.ts';
import type { CodeError, ModuleTree } from './contract.ts';
import { candidates, modulePath } from './resolve-module.ts';
import { SCRIPT, type ScriptSource } from './worker/protocol.ts';

export const CHECK_TIMEOUT_MS = 20_000;
const SHOWN = 5;
/** More than any server has tools. */
const MAX_MODULES = 2_000;

/** What a script has besides the language itself. */
const GLOBALS = 'globals.d.ts';
const GLOBALS_SOURCE = `declare const console: Record<'log' | 'info' | 'warn' | 'error' | 'debug', (...values: unknown[]) => void>;
declare const foldout: Pick<typeof import('./foldout.ts'), 'callTool' | 'searchTools' | 'describeTool'>;
declare function atob(text: string): string;
declare function btoa(text: string): string;
`;
/** Modules end in this, and no other file does: see below. */
const SUFFIX = '.foldout';
const OPTIONS = {
  ...COMPILER_OPTIONS,
  // A script without an import is a module as well, and what the modules hold is not its fault.
  moduleDetection: 'force',
  skipLibCheck: true,
  // A script can name any file of this machine. None but those that are written here are read, and none are even found.
  noResolve: true,
  moduleSuffixes: [SUFFIX],
};

/** Runs the TypeScript compiler over the script and what it imports. Undefined: no complaints. */
export async function checkTypes(
  script: ScriptSource,
  modules: ModuleTree | undefined,
  signal?: AbortSignal,
): Promise<CodeError | undefined> {
  const compiler = await findCompiler();
  if (!compiler) return unavailable('a type check needs the package typescript, and it is not installed');
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
    return complaintsOf(await compile(compiler, folder, signal), script.shift);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The script and all that it imports, whoever imports it. */
async function filesOf(script: string, modules: ModuleTree | undefined): Promise<Map<string, string>> {
  await init();
  const files = new Map([
    [GLOBALS, GLOBALS_SOURCE],
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

interface Compiler {
  readonly file: string;
  readonly args: readonly string[];
}

/** The native compiler itself where there is one: a script that starts it would leave it behind when it is ended. */
async function findCompiler(): Promise<Compiler | undefined> {
  try {
    const manifest = createRequire(import.meta.url).resolve('typescript/package.json');
    const native = nativeCompiler(manifest);
    if (native) return { file: native, args: [] };
    const { bin } = JSON.parse(await readFile(manifest, 'utf8')) as { bin?: { tsc?: string } };
    return bin?.tsc ? { file: process.execPath, args: [join(dirname(manifest), bin.tsc)] } : undefined;
  } catch {
    return undefined;
  }
}

function nativeCompiler(manifest: string): string | undefined {
  try {
    const platform = `@typescript/typescript-${process.platform}-${process.arch}/package.json`;
    const folder = dirname(createRequire(manifest).resolve(platform));
    return join(folder, 'lib', process.platform === 'win32' ? 'tsc.exe' : 'tsc');
  } catch {
    return undefined;
  }
}

function compile({ file, args }: Compiler, cwd: string, signal: AbortSignal | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd, signal, timeout: CHECK_TIMEOUT_MS, maxBuffer: 4 * 1024 * 1024, windowsHide: true };
    execFile(file, [...args, '-p', '.', '--pretty', 'false'], options, (error, stdout) => {
      // It ends with a code when it has complaints; those are on stdout.
      if (error?.killed) reject(new Error(`the type check did not end within ${CHECK_TIMEOUT_MS / 1_000} s`));
      else if (error && stdout === '') reject(error);
      else resolve(stdout);
    });
  });
}

/** Only complaints about the script count: it is not the script's fault what the modules hold. */
function complaintsOf(output: string, shift: number): CodeError | undefined {
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
    suggestion: 'Nothing was run. Correct the lines and run it again.',
    line: first.line,
    column: first.column,
  };
}
