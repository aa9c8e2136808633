import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { OWNER_ONLY, writeAtomically } from '../config/atomic-file.ts';
import { fileNameOf, PRIVATE_FOLDER } from '../state/private-files.ts';
import type { DoneEdit } from './plan.ts';

/** What `connect` did to one file, and everything that `disconnect` needs to take it back. */
export interface ConnectionRecord {
  readonly client: string;
  readonly file: string;
  readonly syntax: 'json' | 'toml' | 'yaml';
  /** SHA-256 of the bytes that `connect` wrote. */
  readonly written: string;
  /** Whether the file existed before. */
  readonly existed: boolean;
  /** The outermost folder that `connect` created for the file. */
  readonly createdFolder?: string | undefined;
  readonly edits: readonly DoneEdit[];
}

const step = z.union([z.string(), z.object({ name: z.string() })]);
const recordSchema = z.object({
  client: z.string(),
  file: z.string(),
  syntax: z.enum(['json', 'toml', 'yaml']),
  written: z.string(),
  existed: z.boolean(),
  createdFolder: z.string().optional(),
  edits: z.array(z.object({ path: z.array(step), value: z.unknown().optional(), before: z.unknown().optional() })),
});

const RECORD = 'record.json';
const BACKUP = 'backup';
const CONNECTED = 'connected';

/** The connections of this user, one folder for each file: the record, and copies of the file as it was before and after. */
export class ConnectionRecords {
  readonly #folder: string;

  constructor(stateFolder: string) {
    this.#folder = join(stateFolder, 'connections');
  }

  async all(): Promise<ConnectionRecord[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const records = await Promise.all(names.sort().map((name) => readRecord(join(this.#folder, name))));
    return records.flatMap((record) => record ?? []);
  }

  of(file: string): Promise<ConnectionRecord | undefined> {
    return readRecord(this.#folderOf(file));
  }

  /** The bytes of the file before the connection; undefined if it did not exist. */
  async backupOf({ file, existed }: ConnectionRecord): Promise<Buffer | undefined> {
    return existed ? readFile(join(this.#folderOf(file), BACKUP)) : undefined;
  }

  /** The bytes that `connect` wrote. */
  async connectedOf({ file, written }: ConnectionRecord): Promise<Buffer | undefined> {
    const bytes = await readFile(join(this.#folderOf(file), CONNECTED)).catch(() => undefined);
    return bytes && hashOf(bytes) === written ? bytes : undefined;
  }

  backupFile(file: string): string {
    return join(this.#folderOf(file), BACKUP);
  }

  /** The backup is complete before the record names it. */
  async save(record: ConnectionRecord, backup: Uint8Array | undefined, connected: Uint8Array): Promise<void> {
    const folder = this.#folderOf(record.file);
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
    if (backup) await writeAtomically(join(folder, BACKUP), backup, { mode: OWNER_ONLY });
    await writeAtomically(join(folder, CONNECTED), connected, { mode: OWNER_ONLY });
    await writeAtomically(join(folder, RECORD), `${JSON.stringify(record, null, 2)}\n`, { mode: OWNER_ONLY });
  }

  async remove(file: string): Promise<void> {
    await rm(this.#folderOf(file), { recursive: true, force: true });
  }

  #folderOf(file: string): string {
    return join(this.#folder, fileNameOf(file));
  }
}

async function readRecord(folder: string): Promise<ConnectionRecord | undefined> {
  try {
    const parsed = recordSchema.parse(JSON.parse(await readFile(join(folder, RECORD), 'utf8')));
    return { ...parsed, edits: parsed.edits.map(({ path, value, before }) => ({ path, value, before })) };
  } catch {
    return undefined;
  }
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
