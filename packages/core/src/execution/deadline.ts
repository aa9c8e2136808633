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
 * whether or not the work listens to its signal. What the work does afterwards is ignored.
 */
export async function withDeadline<T>(
  parent: AbortSignal,
  timeoutMs: number,
  work: (signal: AbortSignal) => T | Promise<T>,
): Promise<T> {
  if (parent.aborted) throw abortReason(parent);
  const controller = new AbortController();
  let giveUp: (error: CallAborted) => void = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    giveUp = reject;
  });
  const stop = (error: CallAborted): void => {
    giveUp(error);
    controller.abort(error);
  };
  const onParentAbort = (): void => stop(abortReason(parent));
  parent.addEventListener('abort', onParentAbort, { once: true });
  const timer = setTimeout(() => stop(new CallAborted('timeout')), Math.min(timeoutMs, MAX_TIMER_MS));
  try {
    return await Promise.race([work(controller.signal), aborted]);
  } finally {
    clearTimeout(timer);
    parent.removeEventListener('abort', onParentAbort);
  }
}

/** A deadline further out stays a timeout; everything else that aborts a call is its caller leaving. */
function abortReason(signal: AbortSignal): CallAborted {
  const { reason } = signal;
  if (reason instanceof CallAborted) return reason;
  return new CallAborted(reason instanceof Error && reason.name === 'TimeoutError' ? 'timeout' : 'cancelled');
}
