import type { ClientFacts } from '@foldout/clients';
import type { CallContext } from '@foldout/core';

type Report = CallContext['reportProgress'];

/** A step that is too small to be mistaken for progress of the tool: progress has to increase with every report. */
const STEP = 0.001;

export interface Waiting {
  /** Reports progress of the tool to the client. */
  readonly reportProgress: Report;
  /** Call it when the call has ended. */
  readonly end: () => void;
}

/**
 * Keeps a client waiting for a long call. Some clients give up after a minute, unless progress is reported: reports it
 * twice within that time, also for a tool that reports nothing.
 */
export function keepWaiting({ callWaitMs, progressExtendsWait }: ClientFacts, send: Report): Waiting | undefined {
  if (callWaitMs === undefined || !progressExtendsWait) return undefined;
  let last: Parameters<Report>[0] = { progress: 0 };
  const reportProgress: Report = (progress) => {
    last = progress;
    send(progress);
  };
  const timer = setInterval(() => reportProgress({ ...last, progress: last.progress + STEP }), callWaitMs / 2);
  return { reportProgress, end: () => clearInterval(timer) };
}
