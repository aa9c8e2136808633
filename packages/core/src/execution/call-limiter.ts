import type { PolicyCaller, PolicySubject } from '../policy/policy.ts';
import type { CommandError, CommandResult } from '../result/result.ts';

/** A call that counts against the quotas. */
export interface LimitedCall {
  /** Called with the result, or without one where there is none. */
  ended(result?: CommandResult): Promise<void>;
}

/** Keeps the quotas of principals and tools. */
export interface CallLimiter {
  /** Called right before a call runs. An error: a quota is used up. Undefined: no quota is about this call. */
  enter(subject: PolicySubject, caller: PolicyCaller): Promise<LimitedCall | CommandError | undefined>;
}
