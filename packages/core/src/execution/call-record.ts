import type { PolicyCaller, PolicySubject } from '../policy/policy.ts';
import type { CommandResult } from '../result/result.ts';
import type { ApprovalContext } from './approver.ts';

/** A call as the audit log sees it. */
export interface CallRecord {
  readonly subject: PolicySubject;
  readonly caller: PolicyCaller;
  readonly input: unknown;
  /** `allow`, `ask` or `deny`, and who decided: a rule, the preset, a grant or a person. */
  readonly verdict: 'allow' | 'ask' | 'deny';
  readonly by: string;
  readonly context: ApprovalContext;
}

/** Takes the result of a recorded call. */
export type CallEnded = (result: CommandResult) => void;

/** Keeps the audit log. */
export interface CallRecorder {
  /**
   * Called before a call runs. Throws or rejects if the call must not run because it
   * cannot be recorded.
   */
  started(call: CallRecord): CallEnded | Promise<CallEnded>;
  /** A call that was refused, or a prompt or resource that was requested: it has no result here. */
  noted(call: CallRecord, outcome: string): void;
}
