import type { CallContext } from '../catalog/call-context.ts';
import { isObject } from '../catalog/json.ts';
import { riskOf, type Tool } from '../catalog/tool.ts';
import { type Decision, Policy, type PolicyCaller, type PolicySubject } from '../policy/policy.ts';
import type { PolicyConfig, Verdict } from '../policy/policy-schema.ts';
import { type CommandError, type CommandResult, failure } from '../result/result.ts';

/** The principal of a call that comes from this process or over stdio: the user who started it. */
export const LOCAL_PRINCIPAL = 'local';

export type GateContext = Pick<CallContext, 'principal'>;

export interface GateOptions {
  readonly policy?: PolicyConfig | undefined;
  /** The command line that tells the operator why a call is denied. */
  readonly explain?: ((address: string, principal: string) => string) | undefined;
  readonly now?: () => number;
}

/**
 * What stands before every call of a tool, prompt or resource, on every route: the policy. The dispatcher asks it twice:
 * before the input is checked, and when the input is final.
 */
export class Gate {
  readonly #explain: GateOptions['explain'];
  readonly #now: () => number;
  readonly #subjects = new WeakMap<Tool, PolicySubject>();
  #policy: Policy | undefined;

  constructor({ policy, explain, now = Date.now }: GateOptions = {}) {
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
    return this.#policy && this.#refusal(this.#policy, subject, input, context, 'deny');
  }

  /** Runs a call whose input is final. */
  async run(
    tool: Tool,
    input: unknown,
    context: CallContext,
    invoke: () => Promise<CommandResult> | CommandResult,
  ): Promise<CommandResult> {
    const refused = this.admit(this.#subjectOf(tool), input, context);
    return refused ? failure(refused) : await invoke();
  }

  /** Why a call with this final input is refused; undefined: it may run. */
  admit(subject: PolicySubject, input: unknown, context: GateContext): CommandError | undefined {
    return this.#policy && this.#refusal(this.#policy, subject, input, context, 'deny', 'ask');
  }

  #refusal(
    policy: Policy,
    subject: PolicySubject,
    input: unknown,
    context: GateContext,
    ...refused: readonly Verdict[]
  ): CommandError | undefined {
    const caller = callerOf(context);
    let decision: Decision;
    try {
      decision = policy.decide(subject, caller, input, this.#now());
    } catch (error) {
      return unchecked(subject, error);
    }
    if (!refused.includes(decision.verdict)) return undefined;
    return decision.verdict === 'ask' ? needsApproval(subject, decision) : this.#denied(subject, caller, decision);
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

function addressOf({ server, name }: PolicySubject): string {
  return `${server}/${name.slice(0, 200)}`;
}

function originOf({ risk }: PolicySubject, { rule, preset, reason }: Decision): string {
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
