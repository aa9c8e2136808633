import type { CallContext, JsonObject } from '@foldout/core';
import { clientCapabilities, mcpServerOf } from '@foldout/server';
import { LOG_LEVEL_META_KEY, type ServerContext } from '@modelcontextprotocol/server';
import type { CallingClient } from '../upstreams/upstream.ts';
import { type LogLevels, wants } from './log-levels.ts';

/** A person may think for a while about what a server asks. */
const ANSWER_MS = 10 * 60_000;

/** The client of a request, as an upstream may speak to it. */
export function callingClient(
  { sessionId, era }: Pick<CallContext, 'sessionId' | 'era'>,
  protocol: ServerContext,
  levels: LogLevels,
  ask: CallingClient['ask'] = (method, params, signal) => askLegacy(protocol, method, params, signal),
): CallingClient {
  const { mcpReq } = protocol;
  const envelope: Record<string, unknown> | undefined = mcpReq.envelope;
  const logLevel = () =>
    era === 'modern' ? (envelope?.[LOG_LEVEL_META_KEY] as string | undefined) : levels.levelOf(mcpServerOf(protocol));
  return {
    sessionId,
    era: era ?? 'legacy',
    get capabilities() {
      return clientCapabilities(protocol) as JsonObject;
    },
    get logLevel() {
      return logLevel();
    },
    ask,
    log: (params) => {
      const asked = logLevel();
      // A modern client that names no level wants no messages.
      if ((era === 'modern' && asked === undefined) || !wants(asked, params['level'])) return;
      void mcpReq.notify({ method: 'notifications/message', params }).catch(() => {});
    },
  };
}

/** Sent as a request of its own; the SDK refuses what the client has not said it can do. */
async function askLegacy(
  { mcpReq }: ServerContext,
  method: string,
  params: JsonObject,
  signal: AbortSignal,
): Promise<JsonObject> {
  const options = { signal, timeout: ANSWER_MS };
  const answer =
    method === 'sampling/createMessage'
      ? await mcpReq.send({ method: 'sampling/createMessage', params }, options)
      : await mcpReq.send({ method: 'elicitation/create', params }, options);
  return answer as unknown as JsonObject;
}
