import type { Decision, PolicySubject } from '../policy/policy.ts';
import type { CommandError } from '../result/result.ts';

export function addressOf({ server, name }: PolicySubject): string {
  return `${server}/${name.slice(0, 200)}`;
}

export function originOf({ risk }: PolicySubject, { rule, preset, reason }: Decision): string {
  if (rule === undefined) return `the policy preset '${preset}', because it is ${risk}`;
  return `rule ${rule} of the policy${reason === undefined ? '' : `: ${reason}`}`;
}

export function decidedBy({ rule, preset }: Decision): string {
  return rule === undefined ? `preset ${preset}` : `rule ${rule}`;
}

export function unrecorded(subject: PolicySubject, error: unknown): CommandError {
  return {
    code: 'POLICY_DENIED',
    message: `'${addressOf(subject)}' was not run: ${error instanceof Error ? error.message : String(error)}`,
    suggestion: 'Tell the operator. The log of the gateway says why it cannot be written.',
    retryable: true,
  };
}

export function needsApproval(subject: PolicySubject, decision: Decision): CommandError {
  return {
    code: 'APPROVAL_REQUIRED',
    message: `'${addressOf(subject)}' needs the approval of a person, by ${originOf(subject, decision)}`,
    suggestion: 'Do something else, or ask the operator to allow it.',
  };
}

export function unchecked(subject: PolicySubject, error: unknown): CommandError {
  return {
    code: 'POLICY_DENIED',
    message: `The input of '${addressOf(subject)}' could not be compared with the policy: ${error instanceof Error ? error.message : String(error)}`,
    suggestion: 'Send a smaller input.',
  };
}
