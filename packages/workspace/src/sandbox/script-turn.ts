import type { Places } from './places.ts';
import type { ToWorker } from './worker/protocol.ts';

export interface ScriptTurnParts {
  /** The semaphore of the scripts that compute, and the owner that this script counts for. */
  readonly computing: Places;
  readonly owner: string;
  readonly worker: { send(message: ToWorker): void };
}

/** The turn of one script: it gives up its place while it waits, and answers for it wait until it has a place again. */
export class ScriptTurn {
  readonly #parts: ScriptTurnParts;
  readonly #stop: AbortSignal;
  readonly #answers: ToWorker[] = [];
  #computing = false;
  #entering = false;

  constructor(parts: ScriptTurnParts, stop: AbortSignal) {
    this.#parts = parts;
    this.#stop = stop;
  }

  /** Whether the script computes. Otherwise it waits: for a tool, or for its turn. */
  get computing(): boolean {
    return this.#computing;
  }

  get hasAnswers(): boolean {
    return this.#answers.length > 0;
  }

  async enter(): Promise<void> {
    await this.#parts.computing.take(this.#parts.owner, this.#stop);
    this.#computing = true;
  }

  leave(): void {
    if (!this.#computing) return;
    this.#computing = false;
    this.#parts.computing.free();
  }

  /** Sends an answer as soon as the script may compute. */
  async answer(answer: ToWorker): Promise<void> {
    this.#answers.push(answer);
    if (this.#entering) return;
    if (!this.#computing) {
      this.#entering = true;
      try {
        await this.enter();
      } catch {
        return;
      } finally {
        this.#entering = false;
      }
      if (this.#stop.aborted) return this.leave();
    }
    for (const ready of this.#answers.splice(0)) this.#parts.worker.send(ready);
  }
}
