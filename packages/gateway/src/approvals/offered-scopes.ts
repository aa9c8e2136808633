import { ANSWER_SCOPES, type AnswerScope, type Ask } from '../state/asks.ts';

/** What each scope covers, for people. */
export const SCOPE_TEXTS: Readonly<Record<AnswerScope, string>> = {
  once: 'this call only',
  session: 'this tool, in this session',
  arguments: 'this tool with these arguments, always',
  always: 'this tool, always',
};

/** The scopes that an approval of this ask can have. */
export function offeredScopes({ grants }: Pick<Ask, 'grants'>): readonly AnswerScope[] {
  return ANSWER_SCOPES.filter((scope) => scope === 'once' || grants[scope] !== undefined);
}
