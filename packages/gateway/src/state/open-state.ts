import { homedir } from 'node:os';
import { join } from 'node:path';
import { FileState } from './file-state.ts';
import type { SharedState } from './shared-state.ts';

/** Where a gateway keeps what it knows, unless its configuration says otherwise. */
export function defaultStateFolder(env: Readonly<Record<string, string | undefined>> = process.env): string {
  return env['FOLDOUT_HOME'] ?? join(homedir(), '.foldout');
}

/** What gateways share: in the folder, or in the database where one is named. */
export async function openState(database: string | undefined, folder: string): Promise<SharedState> {
  if (!database) return new FileState(folder);
  // Loaded only here: one machine needs no database.
  const { openPostgresState } = await import('./postgres-state.ts');
  return openPostgresState(database);
}
