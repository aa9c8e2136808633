import { setTimeout as wait } from 'node:timers/promises';
import { type CommandError, type CommandResult, failure } from '@foldout/core';
import {
  type Approval,
  type ApprovalContext,
  type ApprovalRequest,
  type Approver,
  definedOnly,
  isUnsent,
} from '@foldout/core/internal';
import { mcpContext, mcpResult } from '@foldout/server';
import type { Log } from '../logging/log.ts';
import { askIn } from '../relay/ask-state.ts';
import { type Ask, type Asks, hasEnded, type NewAsk } from '../state/asks.ts';
import type { QuotaCounts } from '../state/quota-counts.ts';
import { answerAsk } from './answer-ask.ts';
import type { ApprovalWebhook } from './approval-webhook.ts';
import { describeAsk } from './describe-ask.ts';
import { type ClientQuestion, clientQuestion, type DuringCall, saidIn } from './elicit-approval.ts';
import { OpenQuestions } from './open-questions.ts';

const ASK_DEFAULTS = {
  elicit: true,
  /** How long a call waits for an answer that does not come through its own client. */
  waitMs: 30_000,
  /** Then the call is denied. */
  timeoutMs: 600_000,
} as const;

/** Bounds what one principal can put before the operator. */
const MAX_WAITING = 50;
const CHECK_MS = { first: 100, most: 1_000 } as const;
/** How long a modern client is taken to show a question that it got as a result. */
const SHOWN_MS = 30_000;
const NEVER = new AbortController().signal;

export interface PersonApproverParts {
  readonly asks: Asks;
  /** Shared by all replicas, as `asks` is. */
  readonly counts: QuotaCounts;
  readonly webhook?: ApprovalWebhook | undefined;
  readonly log: Log;
}

/** Asks a person: through the client of the call, or through the queue that the dashboard and `foldout pending` answer. */
export class PersonApprover implements Approver {
  readonly #asks: Asks;
  readonly #questions: OpenQuestions;
  readonly #log: Log;
  readonly #webhook: ApprovalWebhook | undefined;

  constructor({ asks, counts, webhook, log }: PersonApproverParts) {
    this.#asks = asks;
    this.#questions = new OpenQuestions(asks, counts);
    this.#webhook = webhook;
    this.#log = log;
  }

  async ask(request: ApprovalRequest, context: ApprovalContext): Promise<Approval> {
    try {
      return await this.#askPerson(request, context);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#log.warn(`an approval failed: ${message}`);
      return refused({
        code: 'APPROVAL_REQUIRED',
        message: 'The approval of a person is needed, and it cannot be read or stored',
        suggestion: 'Ask the operator to look at the log of the gateway.',
      });
    }
  }

  async #askPerson(request: ApprovalRequest, context: ApprovalContext): Promise<Approval> {
    const { elicit, timeoutMs, waitMs } = { ...ASK_DEFAULTS, ...definedOnly(request.settings) };
    const now = Date.now();
    const wanted = describeAsk(request, context, { now, timeoutMs });
    if (await this.#asks.granted(Object.values(wanted.grants))) return { approved: true, by: 'grant' };
    const repeated = await this.#takeAnswerOf(context, wanted);
    if (repeated) return repeated;
    // Before the question exists: after a restart, a script must not repeat the calls that led to it.
    await context.checkpoint?.waits();
    const ask = await this.#open(wanted);
    if (!ask) return refused(tooMany(wanted));
    const known = await this.#outcome(ask);
    if (known) return known;
    const asked = await this.#askClient(elicit ? clientQuestion(context) : undefined, ask, context, now + waitMs);
    if (asked) return asked;
    this.#log.info(`'${ask.principal}' waits for an approval of ${ask.tool}: foldout pending`);
    const { webhook } = request.settings;
    if (webhook) void this.#webhook?.tell(ask, webhook);
    return await this.#waitFor(ask, Math.min(ask.until, now + waitMs), context);
  }

  /**
   * A modern client answers a question with its next request. The answer counts only for the act it was asked about. Returns
   * a refusal if that request was sent before: it must neither run twice nor be asked about again.
   */
  async #takeAnswerOf({ protocol, nested }: ApprovalContext, { act }: NewAsk): Promise<Approval | undefined> {
    const answered = answerIn(protocol);
    if (!answered || answered.answer === undefined) return undefined;
    const ask = await this.#asks.find(answered.id);
    if (ask?.act !== act) return undefined;
    // A script may make the same call twice. The journal of the script tells the two calls apart.
    if (ask.used && !nested) return refused(sentBefore(ask));
    await answerAsk(this.#asks, ask.id, { ...saidIn(answered.answer), by: 'client' });
    return undefined;
  }

  /** Undefined if the principal has too many calls that wait. */
  async #open(wanted: NewAsk): Promise<Ask | undefined> {
    const waiting = (await this.#asks.waiting(wanted.at)).filter(({ principal }) => principal === wanted.principal);
    const isNew = !waiting.some(({ act }) => act === wanted.act);
    if (isNew && waiting.length >= MAX_WAITING) return undefined;
    return await this.#asks.open(wanted);
  }

  /** What an ask means for this call; undefined while there is no answer. */
  async #outcome({ id, act }: Pick<Ask, 'id' | 'act'>): Promise<Approval | undefined> {
    const ask = await this.#asks.find(id);
    if (!ask || ask.act !== act) return undefined;
    if (ask.answer && !ask.answer.allow) return refused(declined(ask));
    if (!ask.answer) return undefined;
    if (await this.#asks.use(id)) return this.#approved(ask);
    // Another call of the same act has used this approval.
    return ask.answer.scope === 'once' ? undefined : { approved: true, by: ask.answer.by };
  }

  #approved({ id, answer }: Ask): Approval {
    const by = answer?.by ?? 'client';
    if (answer?.scope !== 'once') return { approved: true, by };
    return {
      approved: true,
      by,
      settle: async (result) => {
        if (wasNotDone(result)) await this.#asks.release(id);
      },
    };
  }

  /** Undefined if the client cannot be asked, or gives no answer, so that the queue is next. */
  async #askClient(
    question: ClientQuestion,
    ask: Ask,
    context: ApprovalContext,
    until: number,
  ): Promise<Approval | undefined> {
    if (!question) return undefined;
    // The client has shown this question before, and sends the call without an answer.
    if (question.how === 'result' && answerIn(context.protocol)?.id === ask.id) {
      return { approved: false, result: mcpResult(question.question(ask)) };
    }
    const turn = await this.#questions.turn(ask, question.from, until, context.signal ?? NEVER);
    if (!turn) return await this.#outcomeNow(ask);
    if (question.how === 'result') {
      setTimeout(() => void turn.leave().catch(() => {}), SHOWN_MS).unref();
      return { approved: false, result: mcpResult(question.question(ask)) };
    }
    try {
      return (await this.#askDuring(question, ask, context)) ? await this.#outcomeNow(ask) : undefined;
    } finally {
      await turn.leave();
    }
  }

  /** False if the client gave no answer. */
  async #askDuring(question: DuringCall, ask: Ask, { signal = NEVER }: ApprovalContext): Promise<boolean> {
    const ended = new AbortController();
    const stop = AbortSignal.any([signal, ended.signal, AbortSignal.timeout(Math.max(1, ask.until - Date.now()))]);
    try {
      const elsewhere = this.#answerOf(ask, stop);
      const said = await Promise.race([question.ask(ask, stop), elsewhere]);
      if (said === 'elsewhere') return true;
      await answerAsk(this.#asks, ask.id, { ...said, by: 'client' });
      return true;
    } catch (error) {
      if (signal.aborted) throw error;
      return false;
    } finally {
      ended.abort();
    }
  }

  async #waitFor(ask: Ask, until: number, { signal = NEVER }: ApprovalContext): Promise<Approval> {
    const timeout = AbortSignal.timeout(Math.max(1, until - Date.now()));
    await this.#answerOf(ask, AbortSignal.any([signal, timeout])).catch(() => {});
    return await this.#outcomeNow(ask);
  }

  /** The outcome for a call that waits no longer. */
  async #outcomeNow(ask: Ask): Promise<Approval> {
    const known = await this.#outcome(ask);
    if (known) return known;
    const now = await this.#asks.find(ask.id);
    return refused(now?.answer?.allow ? usedByAnother(ask) : needed(ask));
  }

  /** Resolves when an answer is stored, by whichever process. */
  async #answerOf({ id }: Ask, signal: AbortSignal): Promise<'elsewhere'> {
    for (let pause: number = CHECK_MS.first; ; pause = Math.min(pause * 1.5, CHECK_MS.most)) {
      await wait(pause, undefined, { signal });
      const ask = await this.#asks.find(id);
      if (!ask || ask.answer || hasEnded(ask, Date.now())) return 'elsewhere';
    }
  }
}

function answerIn(protocol: unknown): ReturnType<typeof askIn> {
  const mcp = mcpContext({ protocol });
  return mcp && askIn(mcp);
}

/** The server itself asks the client something, or the call never reached it. */
function wasNotDone(result: CommandResult): boolean {
  return result.error?.code === 'INPUT_REQUIRED' || isUnsent(result);
}

function refused(error: CommandError): Approval {
  return { approved: false, result: failure(error) };
}

function declined({ tool, answer, until }: Ask): CommandError {
  return {
    code: 'POLICY_DENIED',
    message: `A person has refused this call of '${tool}'`,
    suggestion: 'Do something else. Do not send the same call again.',
    details: { by: answer?.by === 'client' ? 'client' : 'operator', until: new Date(until).toISOString() },
  };
}

function needed({ tool, because, id, until }: Ask): CommandError {
  return {
    code: 'APPROVAL_REQUIRED',
    message: `'${tool}' needs the approval of a person, by ${because}`,
    suggestion:
      'Tell the user that they can approve it on the dashboard or with: foldout pending. Then call it again with the same input.',
    details: { ask: id, until: new Date(until).toISOString() },
  };
}

/** Two calls of the same act, and an approval of one. */
function usedByAnother({ tool }: Ask): CommandError {
  return {
    code: 'APPROVAL_REQUIRED',
    message: `A person has approved one call of '${tool}' with this input, and another call has used the approval`,
    suggestion: 'If it has to be done twice, call it again: a person is asked again.',
  };
}

function sentBefore({ tool }: Ask): CommandError {
  return {
    code: 'OUTCOME_UNKNOWN',
    message: `This call of '${tool}' was approved and sent before; its result did not reach you`,
    suggestion: 'Check with a tool that reads whether it was done. Call it anew only if it was not.',
  };
}

function tooMany({ principal }: NewAsk): CommandError {
  return {
    code: 'RATE_LIMITED',
    message: `${MAX_WAITING} calls of '${principal}' wait for approval`,
    suggestion: 'Wait until a person has answered them: foldout pending.',
  };
}
