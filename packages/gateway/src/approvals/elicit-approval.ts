import type { JsonObject } from '@foldout/core';
import type { ApprovalContext } from '@foldout/core/internal';
import { clientCapabilities, mcpContext } from '@foldout/server';
import { type InputRequest, type InputRequiredResult, inputRequired } from '@modelcontextprotocol/server';
import { APPROVAL, stateOfAsk } from '../relay/ask-state.ts';
import { callingClient } from '../relay/calling-client.ts';
import { LocalCaller } from '../relay/local-caller.ts';
import { ANSWER_SCOPES, type AnswerScope, type Ask } from '../state/asks.ts';
import { sessionOf } from './describe-ask.ts';
import { offeredScopes, repetitionOf, SCOPE_TEXTS } from './offered-scopes.ts';

/** What a person says. */
export interface Said {
  readonly allow: boolean;
  readonly scope: AnswerScope;
}

/** How the client of a call can be asked: during the call, with the result of the call, or not at all. */
export type ClientQuestion = DuringCall | WithResult | undefined;

export interface DuringCall {
  readonly how: 'during';
  /** The session of the client. */
  readonly from: string;
  ask(ask: Ask, signal: AbortSignal): Promise<Said>;
}

export interface WithResult {
  readonly how: 'result';
  /** A modern client has no session. */
  readonly from: '';
  question(ask: Ask): InputRequiredResult;
}

export function clientQuestion(context: ApprovalContext): ClientQuestion {
  const { protocol } = context;
  if (protocol instanceof LocalCaller) {
    return {
      how: 'during',
      from: 'local',
      ask: async (ask, signal) => saidIn(await protocol.ask('elicitation/create', paramsOf(ask), signal)),
    };
  }
  const mcp = mcpContext({ protocol });
  if (!mcp || clientCapabilities(mcp).elicitation === undefined) return undefined;
  if (context.era !== 'modern') {
    const client = callingClient(context, mcp);
    return {
      how: 'during',
      from: sessionOf(context) ?? '',
      ask: async (ask, signal) => saidIn(await client.ask('elicitation/create', paramsOf(ask), signal)),
    };
  }
  // A script stops here, and the client sends it again with the answer.
  if (context.nested && !context.checkpoint) return undefined;
  return { how: 'result', from: '', question: questionOf };
}

function questionOf(ask: Ask): InputRequiredResult {
  const request = { method: 'elicitation/create', params: paramsOf(ask) } as unknown as InputRequest;
  return inputRequired({ inputRequests: { [APPROVAL]: request }, requestState: stateOfAsk(ask.id) });
}

function paramsOf(ask: Ask): JsonObject {
  const scopes = offeredScopes(ask);
  return {
    mode: 'form',
    message: askText(ask),
    requestedSchema: {
      type: 'object',
      properties: {
        allow: {
          type: 'string',
          title: 'Allow',
          description: scopes.map((scope) => `${scope}: ${SCOPE_TEXTS[scope]}`).join('; '),
          enum: [...scopes],
          default: 'once',
        },
      },
    },
  };
}

/** What a person reads before they answer. */
function askText(ask: Ask): string {
  const { tool, kind, risk, principal, client, shown, because } = ask;
  const repeated = repetitionOf(ask);
  const who = client === undefined ? principal : `${principal} with ${client}`;
  return [
    `'${who}' wants to use the ${kind} ${tool} (${risk}).`,
    `Arguments: ${shown}`,
    `You are asked by ${because}.`,
    ...(repeated === undefined ? [] : [repeated]),
  ].join('\n');
}

/** Only a clear yes allows. An unknown scope counts as `once`. */
export function saidIn(answer: unknown): Said {
  const { action, content } = (answer ?? {}) as { action?: unknown; content?: { allow?: unknown } };
  const scope = ANSWER_SCOPES.find((one) => one === content?.allow) ?? 'once';
  return { allow: action === 'accept', scope };
}
