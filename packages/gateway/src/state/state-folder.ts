import { homedir } from 'node:os';
import { join } from 'node:path';

/** The state folder if the configuration sets none. */
export function defaultStateFolder(env: Readonly<Record<string, string | undefined>> = process.env): string {
  return env['FOLDOUT_HOME'] || join(homedir(), '.foldout');
}
