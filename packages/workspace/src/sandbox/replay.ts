import type { RecordedAnswer, ScriptJournal } from './script-journal.ts';

/** What a call of the script is: already answered in the journal, or new. */
export type Met = 'answered' | 'live';

/** The script does something else than the journal says. */
export class ReplayDiverged extends Error {
  override readonly name = 'ReplayDiverged';
}

/**
 * One run of a script along its journal: gives the recorded answers in their recorded order, and checks that the script
 * makes the same calls. A call that is not answered in the journal starts when all recorded answers are given.
 */
export class Replay {
  readonly #made: ReadonlyMap<number, { readonly name: string; readonly digest: string }>;
  readonly #answers: readonly RecordedAnswer[];
  readonly #answered: ReadonlySet<number>;
  readonly #met = new Set<number>();
  /** Resolves when all recorded answers have been given. */
  readonly caughtUp: Promise<void>;
  #allGiven!: () => void;
  #given = 0;

  constructor({ events }: Pick<ScriptJournal, 'events'>) {
    this.#made = new Map(events.flatMap((event) => (event.op === 'made' ? [[event.call, event]] : [])));
    this.#answers = events.filter((event) => event.op === 'answer');
    this.#answered = new Set(this.#answers.map(({ call }) => call));
    this.caughtUp = new Promise((resolve) => {
      this.#allGiven = resolve;
    });
    if (this.#answers.length === 0) this.#allGiven();
  }

  /** Whether the journal has this call. */
  has(call: number): boolean {
    return this.#made.has(call);
  }

  /** Compares a call of the script with the journal. Throws if the journal has another one. */
  meet(call: number, name: string, digest: string): Met {
    const known = this.#made.get(call);
    if (known && known.digest !== digest) {
      throw new ReplayDiverged(`call ${call} was ${known.name}, and now is ${name} or has other arguments`);
    }
    if (!known && this.#given < this.#answers.length) {
      throw new ReplayDiverged(`call ${call} (${name}) was not made before`);
    }
    this.#met.add(call);
    return this.#answered.has(call) ? 'answered' : 'live';
  }

  /** The next recorded answer, if the script has made its call. */
  next(): RecordedAnswer | undefined {
    const answer = this.#answers[this.#given];
    if (!answer || !this.#met.has(answer.call)) return undefined;
    this.#given += 1;
    if (this.#given === this.#answers.length) this.#allGiven();
    return answer;
  }

  /** A recorded call that the script has not made. Only for a script that does nothing more by itself. */
  missing(): string | undefined {
    for (const [call, { name }] of this.#made)
      if (!this.#met.has(call)) return `call ${call} (${name}) was not made again`;
    return undefined;
  }
}
