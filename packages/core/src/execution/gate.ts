import type { CallContext } from '../catalog/call-context.ts';
import { isObject } from '../catalog/json.ts';
import { upstreamTool } from '../catalog/overlay.ts';
import { riskOf, type Tool } from '../catalog/tool.ts';
import { type Decision, Policy, type PolicyCaller, type PolicySubject } from '../policy/policy.ts';
import type { AskSettings, PolicyConfig, Verdict } from '../policy/policy-schema.ts';
import { type CommandError, type CommandResult, failure, markUnsent } from '../result/result.ts';
import type { Approval, ApprovalContext, Approver } from './approver.ts';
import type { CallLimiter } from './call-limiter.ts';
import type { CallEnded, CallRecord, CallRecorder } from './call-record.ts';
import { addressOf, decidedBy, needsApproval, originOf, unchecked, unrecorded } from './gate-errors.ts';
import type { GateOptions } from './gate-options.ts';

/** The principal of a call that comes from this process or over stdio: the user who started it. */
export const LOCAL_PRINCIPAL = 'local';

type Invoke = () => Promise<CommandResult> | CommandResult;
type GateContext = Pick<CallContext, 'principal'>;

interface Verdicts {
  /** Which part of the policy decided. */
  readonly by: string;
  readonly error?: CommandError | undefined;
  /** The decision that a person has to be asked. */
  readonly ask?: Decision | undefined;
}

/** Whether a request may be sent now. */
export interface Admission {
  /** A refusal, or a question that the client answers with its next request. Undefined: the request may be sent. */
  readonly refusal?: CommandResult | undefined;
  /** Called with what the server has answered. */
  readonly settle?: ((result: CommandResult) => Promise<void>) | undefined;
}

/** What a policy would say of a call. */
export interface Foreseen {
  readonly verdict: Verdict;
  readonly error?: CommandError | undefined;
}

const NO_POLICY: Verdicts = { by: 'no policy' };
/** For a gate without a recorder, which reads who decided. */
const ALLOWED: Verdicts = { by: '' };

/**
 * What stands before every call of a tool, prompt or resource, on every route: the policy. The dispatcher asks it twice:
 * before the input is checked, and when the input is final.
 */
export class Gate {
  readonly #explain: GateOptions['explain'];
  readonly #now: () => number;
  readonly #approver: Approver | undefined;
  readonly #recorder: CallRecorder | undefined;
  readonly #limiter: CallLimiter | undefined;
  /** Call → the input that a person has approved, so that a retry of the same call does not ask again. */
  readonly #approved = new WeakMap<object, unknown>();
  readonly #subjects = new WeakMap<Tool, PolicySubject>();
  #policy: Policy | undefined;
  #askSettings: AskSettings = {};

  constructor({ policy, approver, recorder, limiter, explain, now = Date.now }: GateOptions = {}) {
    this.#limiter = limiter;
    this.#recorder = recorder;
    this.#approver = approver;
    this.#explain = explain;
    this.#now = now;
    this.setPolicy(policy);
  }

  /** False: nothing is decided here, and a call costs nothing more. */
  get active(): boolean {
    return this.#policy !== undefined || this.#recorder !== undefined || this.#limiter !== undefined;
  }

  /** Replaces the policy. Calls that wait for an answer go on under the new one. */
  setPolicy(policy: PolicyConfig | undefined): void {
    this.#policy = policy && new Policy(policy);
    this.#askSettings = policy?.ask ?? {};
  }

  /** Why a tool is refused whatever its input is: found before the input is checked. */
  refuse(tool: Tool, input: unknown, context: ApprovalContext): CommandError | undefined {
    if (!this.#policy) return undefined;
    const subject = this.#subjectOf(tool);
    const caller = callerOf(context);
    const decision = this.#policy.decideForAnyInput(subject, caller, this.#now());
    if (decision?.verdict !== 'deny') return undefined;
    const error = this.#denied(subject, caller, decision);
    this.#note(subject, input, context, { by: decidedBy(decision), error });
    return error;
  }

  /**
   * Why an input is refused that does not fit the schema. A denied caller gets the same answer as with a valid input, and
   * learns nothing of the schema.
   */
  refuseInput(tool: Tool, input: unknown, context: ApprovalContext): CommandError | undefined {
    if (!this.#policy) return undefined;
    return this.denial(this.#subjectOf(tool), isObject(input) ? input : {}, context);
  }

  /** Why a call with this input is denied; undefined: it is allowed, or a person decides. */
  denial(subject: PolicySubject, input: unknown, context: ApprovalContext): CommandError | undefined {
    const verdict = this.#verdictOn(subject, input, context);
    if (verdict.error) this.#note(subject, input, context, verdict);
    return verdict.error;
  }

  /** What would happen to a call with this input. Asks nobody and records nothing. */
  foresee(tool: Tool, input: unknown, context: ApprovalContext): Foreseen {
    const { error, ask } = this.#verdictOn(this.#subjectOf(tool), input, context);
    return { verdict: error ? 'deny' : ask ? 'ask' : 'allow', error };
  }

  /** Runs a call whose input is final. `call` is the same object for every attempt of one call. */
  run(
    call: { readonly tool: Tool },
    input: unknown,
    context: CallContext,
    invoke: Invoke,
  ): Promise<CommandResult> | CommandResult {
    const verdict = this.#verdictOn(this.#subjectOf(call.tool), input, context);
    if (!verdict.error && !verdict.ask && !this.#recorder && !this.#limiter) return invoke();
    return this.#runNoted(call, verdict, input, context, this.#limited(call, context, invoke));
  }

  async #runNoted(
    call: { readonly tool: Tool },
    verdict: Verdicts,
    input: unknown,
    context: CallContext,
    invoke: Invoke,
  ): Promise<CommandResult> {
    const subject = this.#subjectOf(call.tool);
    if (verdict.error) {
      this.#note(subject, input, context, verdict);
      return failure(verdict.error);
    }
    const record = { subject, caller: callerOf(context), input, context, by: verdict.by };
    if (!verdict.ask) return await this.#recorded({ ...record, verdict: 'allow' }, invoke);
    if (this.#approved.get(call) === input) return await this.#recorded({ ...record, verdict: 'ask' }, invoke);
    const approval = await this.#ask(subject, input, verdict.ask, context);
    if (!approval.approved) {
      this.#note(subject, input, context, { by: verdict.by, ask: verdict.ask, error: approval.result.error });
      return approval.result;
    }
    this.#approved.set(call, input);
    const result = await this.#recorded({ ...record, verdict: 'ask', by: approval.by }, invoke);
    await approval.settle?.(result);
    return result;
  }

  /** Counts a call against the quotas: only when it is allowed and about to run. */
  #limited(call: { readonly tool: Tool }, context: CallContext, invoke: Invoke): Invoke {
    const limiter = this.#limiter;
    if (!limiter) return invoke;
    return async () => {
      const entered = await limiter.enter(this.#subjectOf(call.tool), callerOf(context));
      if (entered && 'code' in entered) return markUnsent(failure(entered));
      let result: CommandResult | undefined;
      try {
        result = await invoke();
        return result;
      } finally {
        await entered?.ended(result);
      }
    };
  }

  /** Records a call before it runs, and its result. */
  async #recorded(record: CallRecord, invoke: Invoke): Promise<CommandResult> {
    if (!this.#recorder) return await invoke();
    let ended: CallEnded;
    try {
      const started = this.#recorder.started(record);
      ended = started instanceof Promise ? await started : started;
    } catch (error) {
      return markUnsent(failure(unrecorded(record.subject, error)));
    }
    const result = await invoke();
    ended(result);
    return result;
  }

  #note(subject: PolicySubject, input: unknown, context: ApprovalContext, { by, ask, error }: Verdicts): void {
    const verdict = ask ? 'ask' : error ? 'deny' : 'allow';
    this.#recorder?.noted({ subject, caller: callerOf(context), input, context, verdict, by }, error?.code ?? 'sent');
  }

  /**
   * Decides about a request that is no call of a tool, with its final input. `subjects`: everything that its server may read
   * its name as; the first is what is sent. A denial of one of them denies the request, and a person is asked once for all.
   */
  async admit(
    subjects: readonly [PolicySubject, ...PolicySubject[]],
    input: unknown,
    context: ApprovalContext,
  ): Promise<Admission> {
    const [subject] = subjects;
    const verdicts = subjects.map((one) => this.#verdictOn(one, input, context));
    const verdict = verdicts.find(({ error }) => error) ?? verdicts.find(({ ask }) => ask) ?? (verdicts[0] as Verdicts);
    if (verdict.error) {
      this.#note(subject, input, context, verdict);
      return { refusal: failure(verdict.error) };
    }
    const approval = verdict.ask && (await this.#ask(subject, input, verdict.ask, context));
    if (approval && !approval.approved) {
      this.#note(subject, input, context, { ...verdict, error: approval.result.error });
      return { refusal: approval.result };
    }
    const error = await this.#countRequest(subject, context);
    this.#note(subject, input, context, { ask: verdict.ask, by: approval?.by ?? verdict.by, error });
    if (!error) return { settle: approval?.settle };
    await approval?.settle?.(markUnsent(failure(error)));
    return { refusal: failure(error) };
  }

  /** A request of a prompt or a resource has no result here, so it counts as a call alone. */
  async #countRequest(subject: PolicySubject, context: ApprovalContext): Promise<CommandError | undefined> {
    const entered = await this.#limiter?.enter(subject, callerOf(context));
    if (entered && 'code' in entered) return entered;
    await entered?.ended();
    return undefined;
  }

  async #ask(subject: PolicySubject, input: unknown, decision: Decision, context: ApprovalContext): Promise<Approval> {
    const request = { subject, caller: callerOf(context), input, decision, settings: this.#askSettings };
    if (!this.#approver) return { approved: false, result: failure(needsApproval(subject, decision)) };
    return await this.#approver.ask(request, context);
  }

  /** `ask`: the decision that a person has to be asked. Neither: the call is allowed. */
  #verdictOn(subject: PolicySubject, input: unknown, context: GateContext): Verdicts {
    if (!this.#policy) return NO_POLICY;
    const caller = callerOf(context);
    try {
      const decision = this.#policy.decide(subject, caller, input, this.#now());
      if (decision.verdict === 'allow' && !this.#recorder) return ALLOWED;
      const by = decidedBy(decision);
      if (decision.verdict === 'allow') return { by };
      return decision.verdict === 'ask'
        ? { by, ask: decision }
        : { by, error: this.#denied(subject, caller, decision) };
    } catch (error) {
      return { by: 'policy', error: unchecked(subject, error) };
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
    // Rules name what the server has. An overlay can change the name and the risk, and only its risk counts.
    const { server, name } = upstreamTool(tool);
    const subject: PolicySubject = { kind: 'tool', server, name, risk: riskOf(tool) };
    this.#subjects.set(tool, subject);
    return subject;
  }
}

function callerOf({ principal }: GateContext): PolicyCaller {
  return { principal: principal?.name ?? LOCAL_PRINCIPAL, client: principal?.client };
}
