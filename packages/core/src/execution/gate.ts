import type { CallContext } from '../catalog/call-context.ts';
import { isObject } from '../catalog/json.ts';
import { riskOf, type Tool } from '../catalog/tool.ts';
import { type Decision, Policy, type PolicyCaller, type PolicySubject } from '../policy/policy.ts';
import type { AskSettings, PolicyConfig } from '../policy/policy-schema.ts';
import { type CommandError, type CommandResult, failure } from '../result/result.ts';
import type { Approval, ApprovalContext, Approver } from './approver.ts';

/** The principal of a call that comes from this process or over stdio: the user who started it. */
export const LOCAL_PRINCIPAL = 'local';

type GateContext = Pick<CallContext, 'principal'>;

export interface GateOptions {
  readonly policy?: PolicyConfig | undefined;
  /** Asks a person. Absent: a call that needs approval is refused. */
  readonly approver?: Approver | undefined;
  /** The command line that tells the operator why a call is denied. */
  readonly explain?: ((address: string, principal: string) => string) | undefined;
  readonly now?: () => number;
}

const ALLOWED = {};

/**
 * What stands before every call of a tool, prompt or resource, on every route: the policy. The dispatcher asks it twice:
 * before the input is checked, and when the input is final.
 */
export class Gate {
  readonly #explain: GateOptions['explain'];
  readonly #now: () => number;
  readonly #approver: Approver | undefined;
  /** Call → the input that a person has approved, so that a retry of the same call does not ask again. */
  readonly #approved = new WeakMap<object, unknown>();
  readonly #subjects = new WeakMap<Tool, PolicySubject>();
  #policy: Policy | undefined;
  #askSettings: AskSettings = {};

  constructor({ policy, approver, explain, now = Date.now }: GateOptions = {}) {
    this.#approver = approver;
    this.#explain = explain;
    this.#now = now;
    this.setPolicy(policy);
  }

  /** False: nothing is decided here, and a call costs nothing more. */
  get active(): boolean {
    return this.#policy !== undefined;
  }

  /** Replaces the policy. Calls that wait for an answer go on under the new one. */
  setPolicy(policy: PolicyConfig | undefined): void {
    this.#policy = policy && new Policy(policy);
    this.#askSettings = policy?.ask ?? {};
  }

  /** Why a tool is refused whatever its input is: found before the input is checked. */
  refuse(tool: Tool, context: GateContext): CommandError | undefined {
    if (!this.#policy) return undefined;
    const subject = this.#subjectOf(tool);
    const caller = callerOf(context);
    const decision = this.#policy.decideForAnyInput(subject, caller, this.#now());
    return decision?.verdict === 'deny' ? this.#denied(subject, caller, decision) : undefined;
  }

  /**
   * Why an input is refused that does not fit the schema. A denied caller gets the same answer as with a valid input, and
   * learns nothing of the schema.
   */
  refuseInput(tool: Tool, input: unknown, context: GateContext): CommandError | undefined {
    if (!this.#policy) return undefined;
    return this.denial(this.#subjectOf(tool), isObject(input) ? input : {}, context);
  }

  /** Why a call with this input is denied; undefined: it is allowed, or a person decides. */
  denial(subject: PolicySubject, input: unknown, context: GateContext): CommandError | undefined {
    return this.#verdictOn(subject, input, context).error;
  }

  /** Runs a call whose input is final. `call` is the same object for every attempt of one call. */
  async run(
    call: { readonly tool: Tool },
    input: unknown,
    context: CallContext,
    invoke: () => Promise<CommandResult> | CommandResult,
  ): Promise<CommandResult> {
    const subject = this.#subjectOf(call.tool);
    const verdict = this.#verdictOn(subject, input, context);
    if (verdict.error) return failure(verdict.error);
    if (!verdict.ask || this.#approved.get(call) === input) return await invoke();
    const approval = await this.#ask(subject, input, verdict.ask, context);
    if (!approval.approved) return approval.result;
    this.#approved.set(call, input);
    const result = await invoke();
    await approval.settle?.(result);
    return result;
  }

  /** Why a request with this final input is refused; undefined: it may be sent. */
  async admit(subject: PolicySubject, input: unknown, context: ApprovalContext): Promise<CommandError | undefined> {
    const { error, ask } = this.#verdictOn(subject, input, context);
    if (error || !ask) return error;
    const approval = await this.#ask(subject, input, ask, context);
    return approval.approved ? undefined : approval.result.error;
  }

  async #ask(subject: PolicySubject, input: unknown, decision: Decision, context: ApprovalContext): Promise<Approval> {
    const request = { subject, caller: callerOf(context), input, decision, settings: this.#askSettings };
    if (!this.#approver) return { approved: false, result: failure(needsApproval(subject, decision)) };
    return await this.#approver.ask(request, context);
  }

  /** `ask`: the decision that a person has to be asked. Neither: the call is allowed. */
  #verdictOn(
    subject: PolicySubject,
    input: unknown,
    context: GateContext,
  ): { readonly error?: CommandError; readonly ask?: Decision } {
    if (!this.#policy) return ALLOWED;
    const caller = callerOf(context);
    try {
      const decision = this.#policy.decide(subject, caller, input, this.#now());
      if (decision.verdict === 'allow') return ALLOWED;
      return decision.verdict === 'ask' ? { ask: decision } : { error: this.#denied(subject, caller, decision) };
    } catch (error) {
      return { error: unchecked(subject, error) };
    }
  }

  #denied(subject: PolicySubject, caller: PolicyCaller, decision: Decision): CommandError {
    const address = addressOf(subject);
    const why = this.#explain?.(address, caller.principal);
    return {
      code: 'POLICY_DENIED',
      message: `'${address}' is denied for '${caller.principal}' by ${originOf(subject, decision)}`,
      suggestion: `Do something else, or ask the operator to allow it.${why ? ` The operator sees why with: ${why}` : ''}`,
    };
  }

  #subjectOf(tool: Tool): PolicySubject {
    const known = this.#subjects.get(tool);
    if (known) return known;
    const subject: PolicySubject = { kind: 'tool', server: tool.server, name: tool.name, risk: riskOf(tool) };
    this.#subjects.set(tool, subject);
    return subject;
  }
}

function callerOf({ principal }: GateContext): PolicyCaller {
  return { principal: principal?.name ?? LOCAL_PRINCIPAL, client: principal?.client };
}

export function addressOf({ server, name }: PolicySubject): string {
  return `${server}/${name.slice(0, 200)}`;
}

export function originOf({ risk }: PolicySubject, { rule, preset, reason }: Decision): string {
  if (rule === undefined) return `the policy preset '${preset}', because it is ${risk}`;
  return `rule ${rule} of the policy${reason === undefined ? '' : `: ${reason}`}`;
}

function needsApproval(subject: PolicySubject, decision: Decision): CommandError {
  return {
    code: 'APPROVAL_REQUIRED',
    message: `'${addressOf(subject)}' needs the approval of a person, by ${originOf(subject, decision)}`,
    suggestion: 'Do something else, or ask the operator to allow it.',
  };
}

function unchecked(subject: PolicySubject, error: unknown): CommandError {
  return {
    code: 'POLICY_DENIED',
    message: `The input of '${addressOf(subject)}' could not be compared with the policy: ${error instanceof Error ? error.message : String(error)}`,
    suggestion: 'Send a smaller input.',
  };
}
