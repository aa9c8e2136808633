import { createHash } from 'node:crypto';
import { type ApprovalContext, type ApprovalRequest, addressOf, originOf } from '@foldout/core/internal';
import { mcpContext } from '@foldout/server';
import { redact } from '../logging/redact.ts';
import type { NewAsk } from '../state/asks.ts';

const MAX_SHOWN = 4_000;

/** The ask for a call. Throws if its input has no JSON, because then it cannot be shown. */
export function describeAsk(
  { subject, caller, input, decision }: ApprovalRequest,
  context: ApprovalContext,
  until: { readonly now: number; readonly timeoutMs: number },
): NewAsk {
  const { kind, server, name, risk } = subject;
  const session = sessionOf(context);
  const who = [caller.principal, caller.client ?? null];
  const what = [kind, server, name, risk];
  const text = canonical(input);
  const act = digest([who, what, text]);
  return {
    act,
    tool: visible(addressOf(subject)),
    kind,
    risk,
    principal: caller.principal,
    client: caller.client,
    shown: shownText(text),
    because: originOf(subject, decision),
    grants: {
      ...(session !== undefined && { session: digest(['session', session, who, what]) }),
      arguments: digest(['arguments', act]),
      always: digest(['always', who, what]),
    },
    at: until.now,
    until: until.now + until.timeoutMs,
  };
}

/** A digest of the session of the client: the same at all replicas. Undefined: the client has none. */
export function sessionOf(context: ApprovalContext): string | undefined {
  const session = mcpContext(context)?.sessionId ?? context.sessionId;
  return session === undefined ? undefined : digest(['session', session]);
}

/** Secrets are masked in the text of the arguments, and characters that a reader cannot see are written out. */
function shownText(json: string): string {
  const safe = visible(redact(json));
  return safe.length > MAX_SHOWN ? `${safe.slice(0, MAX_SHOWN)}… (${safe.length - MAX_SHOWN} more characters)` : safe;
}

/** Writes control, format and private characters as escapes. Unescaped, the shown text could differ from the text that is sent. */
function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`);
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

/** JSON with sorted keys, so that the same arguments in another order are the same act. */
function canonical(input: unknown): string {
  const text = JSON.stringify(input ?? {}, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const sorted = Object.create(null) as Record<string, unknown>;
    for (const key of Object.keys(value).sort()) sorted[key] = (value as Record<string, unknown>)[key];
    return sorted;
  });
  if (text === undefined) throw new Error('the input has no JSON form');
  return text;
}
