import type { PolicyConfig } from '../policy/policy-schema.ts';
import type { Approver } from './approver.ts';
import type { CallLimiter } from './call-limiter.ts';
import type { CallRecorder } from './call-record.ts';

export interface GateOptions {
  readonly policy?: PolicyConfig | undefined;
  /** Asks a person. Absent: a call that needs approval is refused. */
  readonly approver?: Approver | undefined;
  /** Keeps the quotas. */
  readonly limiter?: CallLimiter | undefined;
  /** Keeps the audit log. */
  readonly recorder?: CallRecorder | undefined;
  /** The command line that tells the operator why a call is denied. */
  readonly explain?: ((address: string, principal: string) => string) | undefined;
  readonly now?: () => number;
}
