import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditLines } from '../state/shared-state.ts';
import type { AuditWriter } from './audit-line.ts';
import { readDatabaseAudit } from './database-audit.ts';
import { type AuditFile, type AuditHead, auditFiles, readAudit, removedIn } from './read-audit.ts';

const DAY_MS = 86_400_000;

/** Where logs are, for the removal of old ones. */
export interface AuditPlace {
  files(): readonly AuditFile[] | Promise<readonly AuditFile[]>;
  remove(names: readonly string[]): void | Promise<void>;
}

export function folderPlace(folder: string): AuditPlace {
  return {
    files: () => auditFiles(folder).map((file) => readAudit(folder, file)),
    remove: (names) => {
      for (const name of names) rmSync(join(folder, name), { force: true });
    },
  };
}

export function databasePlace(table: AuditLines): AuditPlace {
  return { files: () => readDatabaseAudit(table), remove: (names) => table.remove(names) };
}

/**
 * Removes logs whose last line is older than `keepDays`. A line in the current log says so first, so that they are not taken for
 * missing. It repeats what removed logs said of others.
 */
export async function removeOldAudit(
  place: AuditPlace,
  current: AuditWriter & { readonly name: string },
  keepDays: number,
  now = Date.now(),
): Promise<void> {
  const files = (await place.files()).filter(({ file }) => file !== current.name);
  const isOld = ({ lines }: AuditFile): boolean => Date.parse(lines.at(-1)?.at ?? '') < now - keepDays * DAY_MS;
  const old = files.filter(isOld);
  if (old.length === 0) return;
  const heads: Record<string, AuditHead> = Object.fromEntries(removedIn(old));
  for (const { file, lines } of old) {
    const last = lines.at(-1);
    if (last) heads[file] = { seq: last.seq, hash: last.hash };
  }
  await current.write({ op: 'removed', files: heads });
  await place.remove(old.map(({ file }) => file));
}
