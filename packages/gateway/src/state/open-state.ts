import { FileState } from './file-state.ts';
import { databaseCipher } from './secret-store.ts';
import type { SharedState } from './shared-state.ts';

/** Opens the shared state: in the database if one is configured, else in the folder. */
export async function openState(database: string | undefined, folder: string): Promise<SharedState> {
  if (!database) return new FileState(folder);
  // Loaded only with a database, so that a single machine needs no PostgreSQL driver.
  const { openPostgresState } = await import('./postgres-state.ts');
  return openPostgresState(database, { cipher: databaseCipher(folder) });
}
