import type { CodeCall } from './contract.ts';

export interface OpenCall {
  name: string;
  readonly started: number;
  readonly chars: number;
}

interface CallOutcome {
  readonly success: boolean;
  readonly code?: string | undefined;
}

/** The calls of one script: those that wait for an answer, and those that have one. */
export class ScriptCalls {
  readonly #ended: CodeCall[] = [];
  readonly #open = new Map<number, OpenCall>();
  #made = 0;
  #openChars = 0;

  /** How many calls the script has made. */
  get made(): number {
    return this.#made;
  }

  /** The length of the inputs of calls without an answer. */
  get openChars(): number {
    return this.#openChars;
  }

  get open(): ReadonlyMap<number, OpenCall> {
    return this.#open;
  }

  /** Every call so far. A call that is open when the run ends counts as canceled, but may have had its effect. */
  get list(): readonly CodeCall[] {
    const now = performance.now();
    const open = [...this.#open.values()]
      .filter(({ name }) => name !== 'sleep')
      .map(({ name, started }) => ({ name, success: false, code: 'CANCELLED', durationMs: now - started }));
    return [...this.#ended, ...open];
  }

  add(id: number, name: string, chars: number): OpenCall {
    const call = { name, started: performance.now(), chars };
    this.#open.set(id, call);
    this.#made += 1;
    this.#openChars += chars;
    return call;
  }

  /** Forgets a call that goes on after the run. */
  release(id: number): void {
    this.#open.delete(id);
  }

  end(id: number, { name, started, chars }: OpenCall, { success, code }: CallOutcome): void {
    this.#open.delete(id);
    this.#openChars -= chars;
    const durationMs = performance.now() - started;
    if (name !== 'sleep') this.#ended.push({ name, success, durationMs, ...(code !== undefined && { code }) });
  }
}
