import { existsSync, renameSync } from 'node:fs';
import type { SqliteDriver } from './sqlite-driver.ts';

/** Primary result codes of SQLite. An extended result code contains the primary code in its lowest byte. */
const BUSY = [5, 6];
const CORRUPT = [11, 26];

/** Another process is writing. The connection is intact, and a retry may succeed. */
export function isBusy(error: unknown): boolean {
  return BUSY.includes(codeOf(error));
}

/** The file is corrupt or not a database. */
export function isCorrupt(error: unknown): boolean {
  return CORRUPT.includes(codeOf(error)) || /malformed|not a database/i.test(messageOf(error));
}

/**
 * Renames a corrupt file with its `-wal` and `-shm` files, so that a new file can be created and no data is destroyed.
 * Returns the new name; undefined if the file is intact, for example because another process has already replaced it.
 */
export async function moveAside(path: string, { DatabaseSync }: SqliteDriver): Promise<string | undefined> {
  if (!existsSync(path) || isIntact(path, DatabaseSync)) return undefined;
  const target = `${path}.corrupt-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  for (const ending of ['', '-wal', '-shm']) {
    if (existsSync(path + ending)) renameSync(path + ending, target + ending);
  }
  return target;
}

function isIntact(path: string, DatabaseSync: SqliteDriver['DatabaseSync']): boolean {
  try {
    const connection = new DatabaseSync(path);
    try {
      const row = connection.prepare('PRAGMA quick_check(1)').get() as { quick_check?: string } | undefined;
      return row?.quick_check === 'ok';
    } finally {
      connection.close();
    }
  } catch {
    return false;
  }
}

function codeOf(error: unknown): number {
  const { errcode, sqliteCode } = (error ?? {}) as { errcode?: unknown; sqliteCode?: unknown };
  const code = typeof errcode === 'number' ? errcode : typeof sqliteCode === 'number' ? sqliteCode : 0;
  return code & 0xff;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}
