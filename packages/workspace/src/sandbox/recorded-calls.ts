import type { Checkpoint, CommandResult } from '@foldout/core';
import type { Answer } from './call-answer.ts';
import { type Met, Replay, ReplayDiverged } from './replay.ts';
import { digestOf, type RecordedAnswer, type ScriptJournal } from './script-journal.ts';
import type { CallKind } from './worker/protocol.ts';

/** A call that waits for a person. */
interface Waiting {
  /** The call has ended without an answer of the person. */
  readonly unanswered?: CommandResult;
}

const UNANSWERED: ReadonlySet<string | undefined> = new Set(['APPROVAL_REQUIRED', 'INPUT_REQUIRED']);

/** The calls of one run of a script with a journal. */
export class RecordedCalls {
  readonly #journal: ScriptJournal;
  readonly #replay: Replay;
  readonly #waiting = new Map<number, Waiting>();
  #resolveSuspended: ((unanswered: CommandResult | undefined) => void) | undefined;

  constructor(journal: ScriptJournal) {
    this.#journal = journal;
    this.#replay = new Replay(journal);
  }

  get beginning(): { readonly seed: string; readonly at: number } {
    const { seed, at } = this.#journal.beginning;
    return { seed, at };
  }

  get caughtUp(): Promise<void> {
    return this.#replay.caughtUp;
  }

  get isSuspended(): boolean {
    return this.#resolveSuspended !== undefined;
  }

  /** Compares a call with the journal, and adds it if it is new. Throws if the script does something else than before. */
  meet(id: number, kind: CallKind, name: string, json: string): Met {
    const digest = digestOf(kind, json);
    const met = this.#replay.meet(id, name, digest);
    if (!this.#replay.has(id)) this.#journal.made(id, name, digest);
    return met;
  }

  next(): RecordedAnswer | undefined {
    return this.#replay.next();
  }

  /** Throws if the script, which waits or has ended, has not made all recorded calls. */
  checkComplete(): void {
    const missing = this.#replay.missing();
    if (missing) throw new ReplayDiverged(missing);
  }

  checkpoint(id: number, on: { waiting(): void; failed(error: unknown): void }): Checkpoint {
    return {
      waits: async () => {
        await this.#journal.keep();
        this.#waiting.set(id, {});
        on.waiting();
      },
      sends: async () => {
        this.#waiting.delete(id);
        try {
          await this.#journal.sends(id);
        } catch (error) {
          on.failed(error);
          throw error;
        }
      },
    };
  }

  /** Stores the answer of a call. Undefined: there is none, because a person has not decided yet. */
  async answered(id: number, { success, code, json, result }: Answer): Promise<RecordedAnswer | undefined> {
    if (result && this.#waiting.has(id) && UNANSWERED.has(result.error?.code)) {
      this.#waiting.set(id, { unanswered: result });
      return undefined;
    }
    this.#waiting.delete(id);
    return await this.#journal.answered({ call: id, success, code, json });
  }

  /** Whether all of these calls wait for people. */
  allWait(open: Iterable<number>): boolean {
    const ids = [...open];
    return ids.length > 0 && ids.every((id) => this.#waiting.has(id));
  }

  /** Resolves when no call is open any more, with the result of a call that still waits for a person. */
  suspend(): Promise<CommandResult | undefined> {
    return new Promise((resolve) => {
      this.#resolveSuspended = resolve;
    });
  }

  /** To be called when a call of a suspended script has ended. */
  settle(open: Iterable<number>): void {
    const unanswered = [...open].map((id) => this.#waiting.get(id)?.unanswered);
    if (unanswered.every((result) => result !== undefined)) this.#resolveSuspended?.(unanswered[0]);
  }
}
