import { readFileSync, statSync } from 'node:fs';
import { ConfigError } from './config-problem.ts';

/** Some clients keep their history in the file that names their servers; a file beyond this is no configuration. */
export const MAX_CONFIG_BYTES = 64 * 1024 * 1024;

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of this path is not a folder',
  EISDIR: 'this is a folder; name a file',
  EACCES: 'this file may not be read; check its permissions',
  EPERM: 'this file may not be read; check its permissions',
  ELOOP: 'this link leads back to itself',
};

/** The text of a configuration file, however an editor encoded it. Throws a `ConfigError` that says why not. */
export function readConfigFile(file: string): string {
  try {
    const stat = statSync(file);
    if (stat.isDirectory()) throw unreadable(file, 'EISDIR');
    if (stat.size > MAX_CONFIG_BYTES) throw tooLarge(file);
    return decode(readFileSync(file));
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw unreadable(file, (error as NodeJS.ErrnoException).code, error);
  }
}

export function unreadable(file: string, code: string | undefined, cause?: unknown): ConfigError {
  const message = REASONS[code ?? ''] ?? `this file cannot be read (${code ?? 'unknown reason'})`;
  return new ConfigError([{ severity: 'error', file, path: '', message }], file, { cause });
}

function tooLarge(file: string): ConfigError {
  const message = `this file is larger than ${MAX_CONFIG_BYTES / 1024 / 1024} MB; a configuration is not`;
  return new ConfigError([{ severity: 'error', file, path: '', message }], file);
}

/** PowerShell writes UTF-16 and Notepad a byte order mark; both mean the same text. */
export function decode(bytes: Buffer): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'utf8';
  return withoutMark(bytes.toString(encoding));
}

export function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
