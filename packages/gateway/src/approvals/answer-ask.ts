import type { AnswerScope, Ask, Asks } from '../state/asks.ts';

export interface Answering {
  readonly allow: boolean;
  readonly scope: AnswerScope;
  /** `client`, or the name of the operator. */
  readonly by: string;
}

/** Stores the answer of a person, and the grant that it gives. Undefined: the ask no longer waits for an answer. */
export async function answerAsk(asks: Asks, id: string, said: Answering, at = Date.now()): Promise<Ask | undefined> {
  const ask = await asks.find(id);
  const key = ask?.grants[said.scope];
  // A scope that was not offered, such as the session of a client that has none, covers this call.
  const scope = key === undefined ? 'once' : said.scope;
  const answered = await asks.answer(id, { ...said, scope, at });
  if (answered && said.allow && key !== undefined) {
    await asks.grant({ key, scope, tool: answered.tool, principal: answered.principal, by: said.by, at });
  }
  return answered;
}
