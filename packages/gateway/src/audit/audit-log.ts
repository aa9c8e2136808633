import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../state/private-files.ts';
import { type AuditFact, type AuditWriter, FIRST_PREV, sealed } from './audit-line.ts';
import { AUDIT_ENDING, headsIn } from './read-audit.ts';

/**
 * The audit lines of one process, in a file of its own: one writer, so the chain needs no lock. Lines are written
 * synchronously, so that they are with the operating system before the call goes on, also if the process is killed next.
 */
export class AuditLog implements AuditWriter {
  /** Its name in the folder. */
  readonly name: string;
  readonly #file: number;
  #prev = FIRST_PREV;
  #seq = 0;

  private constructor(file: number, name: string) {
    this.#file = file;
    this.name = name;
  }

  /** Creates a file in the folder. Its first line names the last line of every other file. */
  static create(folder: string, now = new Date()): AuditLog {
    mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
    const name = `${now.toISOString().replace(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}${AUDIT_ENDING}`;
    const log = AuditLog.at(join(folder, name));
    try {
      log.write({ op: 'open', others: headsIn(folder, name) });
    } catch (error) {
      log.close();
      rmSync(join(folder, name), { force: true });
      throw error;
    }
    return log;
  }

  static at(file: string): AuditLog {
    return new AuditLog(openSync(file, 'a', PRIVATE_FILE), basename(file));
  }

  /** Throws if the line cannot be written whole. Then the file is as before, and so is the chain. */
  write(entry: AuditFact): void {
    const line = sealed({ seq: this.#seq, at: new Date().toISOString(), ...entry }, this.#prev);
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    const { size } = fstatSync(this.#file);
    let written = 0;
    try {
      written = writeSync(this.#file, bytes);
      if (written < bytes.length) throw new Error('the disk is full');
    } catch (error) {
      // A part of a line would make the next one unreadable.
      if (written > 0) ftruncateSync(this.#file, size);
      throw error;
    }
    this.#seq += 1;
    this.#prev = line.hash;
  }

  close(): void {
    closeSync(this.#file);
  }
}
