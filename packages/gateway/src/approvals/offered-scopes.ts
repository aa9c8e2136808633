import { ANSWER_SCOPES, type AnswerScope, type Ask } from '../state/asks.ts';

/** What each scope covers, for people. */
export const SCOPE_TEXTS: Readonly<Record<AnswerScope, string>> = {
  once: 'this call only',
  session: 'this tool, in this session',
  arguments: 'this tool with these arguments, always',
  always: 'this tool, always',
};

/** The note about an earlier approval of the same call. Undefined if the call was not approved before. */
export function repetitionOf({ before }: Pick<Ask, 'before'>): string | undefined {
  if (before === undefined) return undefined;
  // The person may be in another time zone than the gateway.
  const time = `${new Date(before).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  return `The same call was approved at ${time}, and has used that approval.`;
}

/** The scopes that an approval of this ask can have. */
export function offeredScopes({ grants }: Pick<Ask, 'grants'>): readonly AnswerScope[] {
  return ANSWER_SCOPES.filter((scope) => scope === 'once' || grants[scope] !== undefined);
}
