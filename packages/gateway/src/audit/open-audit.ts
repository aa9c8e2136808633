import { join } from 'node:path';
import type { GatewayConfig } from '../config/config-schema.ts';
import type { Log } from '../logging/log.ts';
import type { AuditLines } from '../state/shared-state.ts';
import type { AuditFact, AuditWriter } from './audit-line.ts';
import { AuditLog } from './audit-log.ts';
import { AuditRecorder } from './audit-recorder.ts';
import { type AuditPlace, databasePlace, folderPlace, removeOldAudit } from './audit-retention.ts';
import { DatabaseAudit, readDatabaseAudit } from './database-audit.ts';
import { OtlpLogs } from './otlp-logs.ts';
import { type AuditFile, auditFiles, readAudit } from './read-audit.ts';

interface OpenedAudit {
  readonly recorder: AuditRecorder;
  close(): Promise<void>;
}

/** The logs in the database, else those in the state folder. */
export async function auditOf(stateFolder: string, table: AuditLines | undefined): Promise<readonly AuditFile[]> {
  if (table) return readDatabaseAudit(table);
  const folder = auditFolder(stateFolder);
  return auditFiles(folder).map((file) => readAudit(folder, file));
}

export interface AuditPlaces {
  readonly stateFolder: string;
  /** Set if the gateway has a database: then the log is there. */
  readonly table?: AuditLines | undefined;
}

type NamedWriter = AuditWriter & { readonly name: string };

/** The folder of the audit files in a state folder. */
export function auditFolder(stateFolder: string): string {
  return join(stateFolder, 'audit');
}

/** Opens the audit log, if the configuration asks for one. A log that cannot be created counts as one that cannot be written. */
export async function openAudit(
  config: GatewayConfig['audit'],
  { stateFolder, table }: AuditPlaces,
  log: Log,
): Promise<OpenedAudit | undefined> {
  if (!config) return undefined;
  const { mode, keepDays, contents, otlp } = typeof config === 'string' ? { mode: config } : config;
  const folder = auditFolder(stateFolder);
  const writer = new DailyAudit({
    open: async () => (table ? await DatabaseAudit.create(table) : AuditLog.create(folder)),
    place: table ? databasePlace(table) : folderPlace(folder),
    keepDays,
    log,
  });
  await writer.start();
  const collector = otlp === undefined ? undefined : new OtlpLogs(otlp, log);
  const recorder = new AuditRecorder({
    audit: writer,
    log,
    required: mode === 'required',
    contents,
    onLine: collector?.add,
  });
  return {
    recorder,
    close: async () => {
      await writer.close();
      await collector?.close();
    },
  };
}

interface DailyAuditParts {
  readonly open: () => Promise<NamedWriter>;
  readonly place: AuditPlace;
  readonly keepDays: number | undefined;
  readonly log: Log;
}

/**
 * A log that could not be created is tried again with each line: a full disk may have room by now. Begins a new log each day if old ones are removed, so that a process that runs for months leaves logs that
 * can be removed.
 */
class DailyAudit implements AuditWriter {
  readonly #parts: DailyAuditParts;
  #current: NamedWriter | undefined;
  #day = '';
  #changing = false;
  #opening: Promise<void> | undefined;

  constructor(parts: DailyAuditParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    await this.#next().catch((error: unknown) => {
      this.#parts.log.warn(`the audit log cannot be created: ${reasonOf(error)}`);
    });
  }

  write(entry: AuditFact): void | Promise<void> {
    if (!this.#current) return this.#writeLate(entry);
    if (this.#parts.keepDays !== undefined && this.#day !== today() && !this.#changing) void this.#change();
    return this.#current.write(entry);
  }

  async close(): Promise<void> {
    await this.#current?.close();
  }

  async #writeLate(entry: AuditFact): Promise<void> {
    this.#opening ??= this.#next().finally(() => {
      this.#opening = undefined;
    });
    await this.#opening;
    await this.#current?.write(entry);
  }

  async #change(): Promise<void> {
    this.#changing = true;
    const before = this.#current;
    try {
      await this.#next();
      await before?.close();
    } catch (error) {
      this.#parts.log.warn(`a new audit log cannot be created, the old one goes on: ${reasonOf(error)}`);
    } finally {
      this.#changing = false;
    }
  }

  async #next(): Promise<void> {
    const { open, place, keepDays } = this.#parts;
    const writer = await open();
    this.#current = writer;
    this.#day = today();
    if (keepDays === undefined) return;
    await removeOldAudit(place, writer, keepDays).catch((error: unknown) => {
      this.#parts.log.warn(`old audit logs cannot be removed: ${reasonOf(error)}`);
    });
  }
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
