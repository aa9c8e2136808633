/** A count that has a limit. */
export interface Counted {
  readonly key: string;
  /** The day, such as 2026-03-04. A new day starts from zero. */
  readonly day: string;
}

/** What principals and tools have used. Shared by all processes and replicas. */
export interface QuotaCounts {
  /** Adds one, unless that would exceed the limit: then false. Of many at once, never more than the limit succeed. */
  take(counted: Counted, limit: number): Promise<boolean>;
  /** Adds to a count, whatever it is. */
  add(counted: Counted, amount: number): Promise<void>;
  used(counted: Counted): Promise<number>;
  /** Takes one of `limit` places. Undefined: all are taken. A place whose process was killed is free after `LEASE_MS`. */
  enter(key: string, limit: number): Promise<Place | undefined>;
}

export interface Place {
  leave(): Promise<void>;
}

/** A call that takes longer renews its place. */
export const LEASE_MS = 60_000;
