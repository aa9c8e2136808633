import { randomUUID } from 'node:crypto';
import { addressOf, type CallEnded, type CallRecord, type CallRecorder } from '@foldout/core/internal';
import type { Log } from '../logging/log.ts';
import { redact } from '../logging/redact.ts';
import { type AuditFacts, type AuditWriter, digestOf } from './audit-line.ts';

export interface AuditRecorderParts {
  readonly log: Log;
  /** Undefined: the log could not be created. */
  readonly audit: Pick<AuditWriter, 'write'> | undefined;
  /** Refuse calls with side effects that cannot be recorded. */
  readonly required: boolean;
  /** Write arguments and results too, not only their digests. */
  readonly contents?: boolean | undefined;
  /** Also gets every line, for example to send it elsewhere. */
  readonly onLine?: ((facts: AuditFacts) => void) | undefined;
}

/** One warning in this time: a full disk would log one for each call. */
const WARN_EVERY_MS = 30_000;
/** Longest content of one line. */
const MAX_CONTENT = 20_000;

/** Writes a line before a call with side effects starts, and one with the result of every call. */
export class AuditRecorder implements CallRecorder {
  readonly #parts: AuditRecorderParts;
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: AuditRecorderParts) {
    this.#parts = parts;
  }

  started(call: CallRecord): CallEnded | Promise<CallEnded> {
    const facts = factsOf(call);
    const started = performance.now();
    const ended: CallEnded = (result) => {
      const ms = Math.round(performance.now() - started);
      const outcome = result.success ? 'success' : result.error.code;
      const said = result.success ? result.data : result.error;
      void this.#write({ ...facts, op: 'end', outcome, ms, result: digestOf(said), ...this.#content(said) });
    };
    // Most calls only read: their one line, with the result, is not waited for.
    if (call.subject.risk === 'read') return ended;
    const written = this.#write({ ...facts, op: 'start', ...this.#content(call.input) });
    return written instanceof Promise ? written.then((ok) => this.#checked(ok, ended)) : this.#checked(written, ended);
  }

  noted(call: CallRecord, outcome: string): void {
    void this.#write({ ...factsOf(call), op: 'note', outcome });
  }

  #checked(written: boolean, ended: CallEnded): CallEnded {
    if (written || !this.#parts.required) return ended;
    throw new Error('it cannot be written to the audit log, which the configuration requires');
  }

  #content(value: unknown): { content?: string } {
    if (!this.#parts.contents) return {};
    try {
      return { content: redact(JSON.stringify(value ?? null)).slice(0, MAX_CONTENT) };
    } catch {
      return {};
    }
  }

  /** False if the line was not written. */
  #write(facts: AuditFacts): boolean | Promise<boolean> {
    const { audit, onLine } = this.#parts;
    onLine?.(facts);
    try {
      if (!audit) throw new Error('it could not be opened');
      const written = audit.write(facts);
      if (!(written instanceof Promise)) return true;
      return written.then(
        () => true,
        (error) => this.#failed(error),
      );
    } catch (error) {
      return this.#failed(error);
    }
  }

  #failed(error: unknown): false {
    const now = performance.now();
    if (now - this.#warnedAt > WARN_EVERY_MS) {
      this.#warnedAt = now;
      const why = error instanceof Error ? error.message : String(error);
      this.#parts.log.warn(`the audit log cannot be written: ${why}`);
    }
    return false;
  }
}

function factsOf({ subject, caller, input, verdict, by, context }: CallRecord): Omit<AuditFacts, 'op'> {
  return {
    call: randomUUID(),
    principal: caller.principal,
    client: caller.client,
    session: context.sessionId,
    trace: context.traceId,
    kind: subject.kind,
    tool: addressOf(subject),
    risk: subject.risk,
    verdict,
    by,
    input: digestOf(input),
  };
}
