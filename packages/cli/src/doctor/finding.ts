export const CHECKS = ['config', 'server', 'name', 'duplicate', 'description', 'suspicious', 'changed'] as const;
export type Check = (typeof CHECKS)[number];

/** Something that is wrong, or could be better, and what to do about it. */
export interface Finding {
  readonly check: Check;
  /** `broken` makes the exit code 1. */
  readonly level: 'broken' | 'warning';
  /** A server or a tool, where it is about one. */
  readonly about: string;
  readonly what: string;
  readonly fix: string;
}
