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
 * ignores its signal; a later outcome of the work is dropped. The signal is created on first use: most work never reads
 * it, and creating it is the largest part of the cost.
 */
export function withDeadline<T>(
  parent: AbortSignal,
  timeoutMs: number,
  work: (signal: () => AbortSignal) => T | Promise<T>,
): Promise<T> {
  if (parent.aborted) return Promise.reject(abortReason(parent));
  return new Promise<T>((resolve, reject) => {
    let controller: AbortController | undefined;
    let ended: CallAborted | undefined;
    const release = (): void => {
      clearTimeout(timer);
      parent.removeEventListener('abort', onParentAbort);
    };
    const stop = (error: CallAborted): void => {
      ended = error;
      release();
      reject(error);
      controller?.abort(error);
    };
    const fail = (error: unknown): void => {
      release();
      reject(error);
    };
    const onParentAbort = (): void => stop(abortReason(parent));
    const timer = setTimeout(() => stop(new CallAborted('timeout')), Math.min(timeoutMs, MAX_TIMER_MS));
    parent.addEventListener('abort', onParentAbort);
    const signal = (): AbortSignal => {
      controller ??= new AbortController();
      if (ended) controller.abort(ended);
      return controller.signal;
    };
    try {
      Promise.resolve(work(signal)).then((value) => {
        release();
        resolve(value);
      }, fail);
    } catch (error) {
      fail(error);
    }
  });
}

/** The deadline of an outer call is a timeout; every other abort is a cancellation by the caller. */
function abortReason(signal: AbortSignal): CallAborted {
  const { reason } = signal;
  if (reason instanceof CallAborted) return reason;
  return new CallAborted(reason instanceof Error && reason.name === 'TimeoutError' ? 'timeout' : 'cancelled');
}
