export const CHECKS = [
  'config',
  'server',
  'name',
  'duplicate',
  'description',
  'alike',
  'pins',
  'suspicious',
  'changed',
  'overlay',
] as const;
export type Check = (typeof CHECKS)[number];

/** A problem and how to fix it. */
export interface Finding {
  readonly check: Check;
  /** `broken` makes the exit code 1. */
  readonly level: 'broken' | 'warning';
  /** The server or tool concerned, or `configuration`. */
  readonly about: string;
  readonly what: string;
  readonly fix: string;
}
