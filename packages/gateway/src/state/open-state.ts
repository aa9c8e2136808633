import { homedir } from 'node:os';
import { join } from 'node:path';
import { FileState } from './file-state.ts';
import type { SharedState } from './shared-state.ts';

/** The state folder if the configuration sets none. */
export function defaultStateFolder(env: Readonly<Record<string, string | undefined>> = process.env): string {
  return env['FOLDOUT_HOME'] || join(homedir(), '.foldout');
}

/** Opens the shared state: in the database if one is configured, else in the folder. */
export async function openState(database: string | undefined, folder: string): Promise<SharedState> {
  if (!database) return new FileState(folder);
  // Loaded only with a database, so that a single machine needs no PostgreSQL driver.
  const { openPostgresState } = await import('./postgres-state.ts');
  return openPostgresState(database);
}
