import type { CallContext, Progress } from '../catalog/call-context.ts';

/**
 * The progress of a batch or a pipe: each command counts 1. MCP requires a progress that increases, and every command
 * reports its own from 0.
 */
export class RunProgress {
  readonly #report: (progress: Progress) => void;
  readonly #shares: number[];
  #last = 0;

  constructor(steps: number, { reportProgress }: Pick<CallContext, 'reportProgress'>) {
    this.#report = reportProgress;
    this.#shares = new Array<number>(steps).fill(0);
  }

  /** The context for one command of the run. */
  contextFor(step: number, context: CallContext): CallContext {
    return { ...context, reportProgress: (progress) => this.#note(step, progress) };
  }

  end(step: number): void {
    this.#shares[step] = 1;
  }

  #note(step: number, { progress, total, message }: Progress): void {
    const share = total === undefined ? progress / (progress + 1) : progress / total;
    // A share of 1 means that the command has ended.
    const bounded = Number.isFinite(share) ? Math.min(Math.max(share, 0), 0.999) : 0;
    if (this.#shares[step] === 1) return;
    this.#shares[step] = Math.max(this.#shares[step] ?? 0, bounded);
    const sum = this.#shares.reduce((all, each) => all + each, 0);
    if (sum <= this.#last) return;
    this.#last = sum;
    this.#report({ progress: sum, total: this.#shares.length, ...(message !== undefined && { message }) });
  }
}
