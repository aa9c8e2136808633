/** Why a call was given up: its time ran out, or its caller left. */
export class CallAborted extends Error {
  override readonly name = 'CallAborted';
  readonly reason: 'timeout' | 'cancelled';

  constructor(reason: 'timeout' | 'cancelled') {
    super(reason);
    this.reason = reason;
  }
}

/** A timer cannot count further: it would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Runs something that must end: rejects with `CallAborted` when the parent aborts or the time is up,
 * whether or not the work listens to its signal. What the work does afterwards is ignored. The signal
 * is made when it is first asked for: most work is over before it would look, and making one is the
 * larger part of what a deadline costs.
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

/** A deadline further out stays a timeout; everything else that aborts a call is its caller leaving. */
function abortReason(signal: AbortSignal): CallAborted {
  const { reason } = signal;
  if (reason instanceof CallAborted) return reason;
  return new CallAborted(reason instanceof Error && reason.name === 'TimeoutError' ? 'timeout' : 'cancelled');
}
