/** A call was aborted: by its deadline, or by its caller. */
export class CallAborted extends Error {
  override readonly name = 'CallAborted';
  readonly reason: 'timeout' | 'cancelled';

  constructor(reason: 'timeout' | 'cancelled') {
    super(reason);
    this.reason = reason;
  }
}

/** The longest delay that `setTimeout` accepts; a timer with a longer delay fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Runs work under a deadline. Rejects with `CallAborted` when the parent signal aborts or the time is up, even if the work
 * ignores its signal; a later outcome of the work is dropped. The signal is created on first use, and the timer only for
 * work that is not done at once: most work needs neither, and both cost more than the rest of this function.
 */
export function withDeadline<T>(
  parent: AbortSignal,
  timeoutMs: number,
  work: (signal: () => AbortSignal) => T | Promise<T>,
): T | Promise<T> {
  if (parent.aborted) throw abortReason(parent);
  const own = new LazySignal();
  const done = work(() => own.get());
  return isPromise(done) ? beforeDeadline(parent, timeoutMs, done, own) : done;
}

function beforeDeadline<T>(parent: AbortSignal, timeoutMs: number, done: Promise<T>, own: LazySignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const release = (): void => {
      clearTimeout(timer);
      parent.removeEventListener('abort', onParentAbort);
    };
    const stop = (error: CallAborted): void => {
      release();
      reject(error);
      own.abort(error);
    };
    const onParentAbort = (): void => stop(abortReason(parent));
    const timer = setTimeout(() => stop(new CallAborted('timeout')), Math.min(timeoutMs, MAX_TIMER_MS));
    if (parent.aborted) onParentAbort();
    else parent.addEventListener('abort', onParentAbort);
    Promise.resolve(done).then(
      (value) => {
        release();
        resolve(value);
      },
      (error: unknown) => {
        release();
        reject(error);
      },
    );
  });
}

class LazySignal {
  #controller: AbortController | undefined;
  #ended: CallAborted | undefined;

  get(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#ended) this.#controller.abort(this.#ended);
    return this.#controller.signal;
  }

  abort(error: CallAborted): void {
    this.#ended = error;
    this.#controller?.abort(error);
  }
}

/** The deadline of an outer call is a timeout; every other abort is a cancellation by the caller. */
function abortReason(signal: AbortSignal): CallAborted {
  const { reason } = signal;
  if (reason instanceof CallAborted) return reason;
  return new CallAborted(reason instanceof Error && reason.name === 'TimeoutError' ? 'timeout' : 'cancelled');
}

/** Whether a value must be awaited: also the promise of another library or realm, which is no instance of `Promise`. */
export function isPromise<T>(value: T | PromiseLike<T>): value is Promise<T> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}
