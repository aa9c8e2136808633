import { createHash } from 'node:crypto';

/** What a line says of a call. `start`: it is about to run. `end`: its result. `note`: it did not run, or has no result. */
export interface AuditFacts {
  readonly op: 'start' | 'end' | 'note';
  /** Joins `start` and `end`. */
  readonly call: string;
  readonly principal: string;
  readonly client?: string | undefined;
  readonly session?: string | undefined;
  readonly trace?: string | undefined;
  readonly kind: 'tool' | 'prompt' | 'resource';
  readonly tool: string;
  readonly risk: string;
  readonly verdict: string;
  readonly by: string;
  /** SHA-256 of the arguments as JSON with sorted keys. */
  readonly input: string;
  /** `success` or an error code. */
  readonly outcome?: string | undefined;
  readonly ms?: number | undefined;
  /** SHA-256 of the result. */
  readonly result?: string | undefined;
  /** Arguments or result as JSON, with secrets masked. Only if the configuration asks for contents. */
  readonly content?: string | undefined;
}

/** The first line of a file: which other files there were, and how far they went. A file that is missing later shows. */
export interface AuditOpening {
  readonly op: 'open';
  readonly others: Readonly<Record<string, { readonly seq: number; readonly hash: string }>>;
}

/** Files that were removed because they are older than the configuration keeps them, and how far they went. */
export interface AuditRemoval {
  readonly op: 'removed';
  readonly files: AuditOpening['others'];
}

/** What an audit log is written with. */
export type AuditFact = AuditFacts | AuditOpening | AuditRemoval;

export type AuditEntry = { readonly seq: number; readonly at: string } & AuditFact;
/** `prev` is the hash of the line before, `hash` that of this line: a changed line breaks the chain. */
export type AuditLine = AuditEntry & { readonly prev: string; readonly hash: string };

export const FIRST_PREV = '0'.repeat(64);

/** Where the lines of one process go. */
export interface AuditWriter {
  /** Throws or rejects if the line was not written. */
  write(entry: AuditFact): void | Promise<void>;
  close(): void | Promise<void>;
}

export function sealed(entry: AuditEntry, prev: string): AuditLine {
  return { ...entry, prev, hash: hashOf(entry, prev) };
}

/** Whether the hash of a line fits its content. */
export function isIntact({ hash, prev, ...entry }: AuditLine): boolean {
  return hash === hashOf(entry as AuditEntry, prev);
}

function hashOf(entry: AuditEntry, prev: string): string {
  return sha256(`${prev}\n${sortedJson(entry)}`);
}

export function digestOf(value: unknown): string {
  return sha256(sortedJson(value));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function sortedJson(value: unknown): string {
  try {
    return JSON.stringify(value ?? null, (_key, inner: unknown) => {
      if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
      return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
    });
  } catch {
    // No JSON, such as a cycle: the call cannot be sent either.
    return 'null';
  }
}
