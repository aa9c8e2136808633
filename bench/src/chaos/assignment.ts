import type { Era } from '../connections.ts';

/** Every call ends within this time, in a result or an error, or counts as lost. Larger than all limits of the gateway together. */
export const DEADLINE_MS = 45_000;

/** `good`: a call to a published server. `search`: afd-discover. `cancel`: a long call that the client cancels. */
export type CallKind = 'good' | 'hostile' | 'search' | 'cancel' | 'connect';

export interface PlannedCall {
  readonly kind: CallKind;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The pattern of the expected text; without it, every result without an error is as expected. */
  readonly answers?: string;
  readonly cancelAfterMs?: number;
}

export interface CallRecord {
  readonly kind: CallKind;
  readonly name: string;
  readonly outcome: string;
  /** The message of the error, for the log of calls. */
  readonly message?: string;
  /** Milliseconds since 1970, the same clock in all processes. */
  readonly beganAt: number;
  readonly ms: number;
}

/** Calls of one kind; a client picks one of them at random. */
export interface Share {
  readonly weight: number;
  readonly calls: readonly PlannedCall[];
}

/** The first message to a process with clients. */
export interface Assignment {
  readonly url: string;
  readonly eras: readonly Era[];
  readonly seed: number;
  /** Average pause of a client between two calls. */
  readonly paceMs: number;
  readonly endsAt: number;
  readonly maxCalls: number;
  readonly shares: readonly Share[];
}
