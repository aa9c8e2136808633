import type { MailDatabase } from './mail-database.ts';

/** What every rule and command works with. The clock is part of it, so that expiry can be tested. */
export interface Mail {
  readonly db: MailDatabase;
  /** The time as ISO 8601 in UTC, which sorts as text. */
  now(): string;
}

export function secondsAfter(time: string, seconds: number): string {
  return new Date(Date.parse(time) + seconds * 1000).toISOString();
}
