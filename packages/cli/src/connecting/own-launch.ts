import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Launch } from '@foldout/clients';
import { VERSION } from '../version.ts';

/** The program of this package. From a source file as from the bundle, it is two folders up. */
const PROGRAM = fileURLToPath(new URL('../../bin/foldout.js', import.meta.url));

/** Whether npx has started this program, from its cache. */
export function isFromNpx(program = PROGRAM, executable = process.env['FOLDOUT_EXECUTABLE']): boolean {
  return !executable && program.includes(`${sep}_npx${sep}`);
}

/**
 * How a client starts this program. With absolute paths: a client with windows often has no PATH with Node. npx keeps a
 * package in a cache that it may empty, so then the client runs npx itself, which asks the registry only if its cache is empty.
 */
export function ownLaunch(
  args: readonly string[],
  program = PROGRAM,
  platform = process.platform,
  executable = process.env['FOLDOUT_EXECUTABLE'],
): Launch {
  // The single executable runs from a cache. A client starts the executable itself.
  if (executable) return { command: executable, args };
  if (!isFromNpx(program, executable)) return { command: process.execPath, args: [program, ...args] };
  const npx = ['npx', '-y', '--prefer-offline', `foldout@${VERSION}`, ...args];
  const [command = '', ...rest] = platform === 'win32' ? ['cmd', '/c', ...npx] : npx;
  return { command, args: rest };
}
