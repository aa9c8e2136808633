import { randomUUID } from 'node:crypto';
import type { CommandResult } from '@foldout/core';
import { addressOf, type CallRecord, type CallRecorder } from '@foldout/core/internal';
import type { Log } from '../logging/log.ts';
import { type AuditFacts, digestOf } from './audit-line.ts';
import type { AuditLog } from './audit-log.ts';

export interface AuditRecorderParts {
  readonly log: Log;
  /** Undefined: the log could not be created. */
  readonly audit: Pick<AuditLog, 'write'> | undefined;
  /** Refuse calls with side effects that cannot be recorded. */
  readonly required: boolean;
}

/** One warning in this time: a full disk would log one for each call. */
const WARN_EVERY_MS = 30_000;

/** Writes a line before a call with side effects starts, and one with the result of every call. */
export class AuditRecorder implements CallRecorder {
  readonly #parts: AuditRecorderParts;
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: AuditRecorderParts) {
    this.#parts = parts;
  }

  started(call: CallRecord): (result: CommandResult) => void {
    const facts = factsOf(call);
    if (call.subject.risk !== 'read' && !this.#write({ ...facts, op: 'start' }) && this.#parts.required) {
      throw new Error('it cannot be written to the audit log, which the configuration requires');
    }
    const started = performance.now();
    return (result) => {
      const ms = Math.round(performance.now() - started);
      const outcome = result.success ? 'success' : result.error.code;
      const digest = digestOf(result.success ? result.data : result.error);
      this.#write({ ...facts, op: 'end', outcome, ms, result: digest });
    };
  }

  noted(call: CallRecord, outcome: string): void {
    this.#write({ ...factsOf(call), op: 'note', outcome });
  }

  /** False if the line was not written. */
  #write(facts: AuditFacts): boolean {
    const { audit, log } = this.#parts;
    try {
      if (!audit) throw new Error('it could not be opened');
      audit.write(facts);
      return true;
    } catch (error) {
      const now = performance.now();
      if (now - this.#warnedAt > WARN_EVERY_MS) {
        this.#warnedAt = now;
        log.warn(`the audit log cannot be written: ${error instanceof Error ? error.message : String(error)}`);
      }
      return false;
    }
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
