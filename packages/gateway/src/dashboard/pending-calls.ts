import { answerAsk } from '../approvals/answer-ask.ts';
import { offeredScopes, repetitionOf } from '../approvals/offered-scopes.ts';
import type { Principal } from '../http/principal.ts';
import { ANSWER_SCOPES } from '../state/asks.ts';
import { ApiError, bodyTexts } from './json-answers.ts';
import type { DashboardSources } from './sources.ts';

const MAX_SHOWN = 100;

/** Calls that wait for the approval of a person, the oldest first. */
export async function pendingCalls({ asks, now = Date.now }: DashboardSources) {
  const waiting = await asks.waiting(now());
  return {
    total: waiting.length,
    waiting: waiting.slice(0, MAX_SHOWN).map((ask) => {
      const { id, tool, kind, risk, principal, client, shown, because, at, until } = ask;
      const said = { id, tool, kind, risk, principal, client, shown, because, at, until };
      return { ...said, repeats: repetitionOf(ask), scopes: offeredScopes(ask) };
    }),
  };
}

/** Allows or denies a call that waits. */
export async function answerPending({ asks }: DashboardSources, principal: Principal, request: Request) {
  const { id, verdict, scope } = await bodyTexts(request, ['id', 'verdict', 'scope']);
  const known = ANSWER_SCOPES.find((one) => one === scope);
  if (!known) throw new ApiError(400, `'scope' has to be one of ${ANSWER_SCOPES.join(', ')}.`);
  if (verdict !== 'allow' && verdict !== 'deny') throw new ApiError(400, "'verdict' has to be allow or deny.");
  const answered = await answerAsk(asks, id, { allow: verdict === 'allow', scope: known, by: principal.name });
  if (!answered) throw new ApiError(409, 'This call no longer waits: it was answered, or its time is over.');
  return { tool: answered.tool, verdict, scope: answered.answer?.scope };
}
