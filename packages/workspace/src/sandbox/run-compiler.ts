import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { guardedCommand } from './limited-command.ts';

export interface Compiler {
  readonly file: string;
  readonly args: readonly string[];
}

/** A script cannot make the compiler use more than this. The check of a large server takes about a tenth of it. */
const LIMITS = { memoryBytes: 1536 * 1024 * 1024, cpuSeconds: 40 };
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;

/** Prefers the native compiler over its JavaScript launcher: killing the launcher would leave the compiler running. */
export async function findCompiler(): Promise<Compiler | undefined> {
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

/**
 * Runs the compiler and returns its output. Rejects if the signal, the time limit or the output limit stops it, and if it
 * fails without output: for type errors, it exits with an error code and prints them to stdout.
 */
export function runCompiler(
  compiler: Compiler,
  options: { readonly cwd: string; readonly timeMs: number; readonly signal?: AbortSignal | undefined },
): Promise<string> {
  const { cwd, timeMs, signal } = options;
  const { file, args } = guardedCommand(compiler, LIMITS);
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true });
    const output: Buffer[] = [];
    let bytes = 0;
    let stopped: Error | undefined;
    const stop = (reason: Error): void => {
      stopped ??= reason;
      // The guard kills the compiler. Windows has no guard, so the compiler is killed directly.
      child.stdin.destroy();
      if (process.platform === 'win32') child.kill('SIGKILL');
    };
    const onAbort = (): void => stop(new Error('the type check was cancelled'));
    const timer = setTimeout(() => stop(new Error(`the type check did not end within ${timeMs / 1_000} s`)), timeMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();
    child.stdin.on('error', () => {});
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_OUTPUT_BYTES) stop(new Error('the type check reported too many errors'));
      else output.push(chunk);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      if (stopped) reject(stopped);
      else if (code !== 0 && bytes === 0) {
        reject(new Error(`the type check ended with code ${code}; it may need more memory or time than it is allowed`));
      } else resolve(Buffer.concat(output).toString('utf8'));
    });
  });
}
