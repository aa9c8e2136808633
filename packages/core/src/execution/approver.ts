import type { CallContext } from '../catalog/call-context.ts';
import type { Decision, PolicyCaller, PolicySubject } from '../policy/policy.ts';
import type { AskSettings } from '../policy/policy-schema.ts';
import type { CommandResult } from '../result/result.ts';

/** A call that a person has to approve. `input` is what will be sent. */
export interface ApprovalRequest {
  readonly subject: PolicySubject;
  readonly caller: PolicyCaller;
  readonly input: unknown;
  readonly decision: Decision;
  readonly settings: AskSettings;
}

export type ApprovalContext = Pick<CallContext, 'principal'> & Partial<CallContext>;

export type Approval =
  | {
      readonly approved: true;
      /** Who approved: `client`, the name of an operator, or `grant`. For the audit log. */
      readonly by: string;
      /** Called with the result of the call. */
      readonly settle?: (result: CommandResult) => Promise<void>;
    }
  /** `result`: a refusal, or a question that the client of a modern request answers with its next request. */
  | { readonly approved: false; readonly result: CommandResult };

/** Asks a person. Resolves when there is an answer, or when waiting any longer is of no use to the caller. */
export interface Approver {
  ask(request: ApprovalRequest, context: ApprovalContext): Promise<Approval>;
}
