import { randomBytes } from 'node:crypto';
import type { AuditLines } from '../state/shared-state.ts';
import { type AuditFact, type AuditWriter, FIRST_PREV, sealed } from './audit-line.ts';
import { AUDIT_ENDING, type AuditFile, type AuditHead, parseAudit } from './read-audit.ts';

/** The audit lines of one process, in PostgreSQL: a chain of its own, so that processes need no lock. */
export class DatabaseAudit implements AuditWriter {
  readonly name: string;
  readonly #table: AuditLines;
  #prev = FIRST_PREV;
  #seq = 0;
  /** Whether the last line may have been written, although the database did not say so. */
  #isUncertain = false;
  #last: Promise<void> = Promise.resolve();

  private constructor(table: AuditLines, name: string) {
    this.#table = table;
    this.name = name;
  }

  /** Opens a chain. Its first line names the last line of every other chain. */
  static async create(table: AuditLines, now = new Date()): Promise<DatabaseAudit> {
    const name = `${now.toISOString().replace(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}${AUDIT_ENDING}`;
    const audit = new DatabaseAudit(table, name);
    await audit.write({ op: 'open', others: headsOf((await table.lastLines()).filter(({ log }) => log !== name)) });
    return audit;
  }

  write(entry: AuditFact): Promise<void> {
    const written = this.#last.then(() => this.#writeNow(entry));
    this.#last = written.catch(() => {});
    return written;
  }

  close(): Promise<void> {
    return this.#last;
  }

  async #writeNow(entry: AuditFact): Promise<void> {
    if (this.#isUncertain) await this.#findEnd();
    const line = sealed({ seq: this.#seq, at: new Date().toISOString(), ...entry }, this.#prev);
    this.#isUncertain = true;
    await this.#table.append(this.name, this.#seq, JSON.stringify(line));
    this.#isUncertain = false;
    this.#seq += 1;
    this.#prev = line.hash;
  }

  async #findEnd(): Promise<void> {
    const { [this.name]: head } = headsOf(await this.#table.lastLines());
    this.#seq = head ? head.seq + 1 : 0;
    this.#prev = head?.hash ?? FIRST_PREV;
    this.#isUncertain = false;
  }
}

function headsOf(lines: readonly { readonly log: string; readonly line: string }[]): Record<string, AuditHead> {
  return Object.fromEntries(
    lines.flatMap(({ log, line }) => {
      const [last] = parseAudit(log, `${line}\n`).lines;
      return last ? [[log, { seq: last.seq, hash: last.hash }]] : [];
    }),
  );
}

/** All chains in the database, as if they were files. */
export async function readDatabaseAudit(table: AuditLines): Promise<readonly AuditFile[]> {
  const texts = new Map<string, string[]>();
  for (const { log, line } of await table.lines()) {
    const lines = texts.get(log) ?? [];
    lines.push(line);
    texts.set(log, lines);
  }
  return [...texts].map(([log, lines]) => parseAudit(log, `${lines.join('\n')}\n`));
}
