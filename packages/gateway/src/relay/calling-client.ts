import type { CallContext, JsonObject } from '@foldout/core';
import { clientCapabilities } from '@foldout/server';
import { LOG_LEVEL_META_KEY, type LoggingLevel, type ServerContext } from '@modelcontextprotocol/server';
import type { CallingClient } from '../upstreams/upstream.ts';

type Asking = CallingClient['ask'];

/** A person may think for a while about what a server asks. */
const ANSWER_MS = 10 * 60_000;

/** The client of a request, as an upstream may speak to it. */
export function callingClient(
  { sessionId, era }: Pick<CallContext, 'sessionId' | 'era'>,
  protocol: ServerContext,
  ask: Asking = (method, params, signal) => askLegacy(protocol, method, params, signal),
): CallingClient {
  const { mcpReq } = protocol;
  const envelope: Record<string, unknown> | undefined = mcpReq.envelope;
  return {
    sessionId,
    get capabilities() {
      return clientCapabilities(protocol) as JsonObject;
    },
    // A legacy client has set its level with the server, which leaves out what is below it.
    logLevel: era === 'modern' ? (envelope?.[LOG_LEVEL_META_KEY] as string | undefined) : 'debug',
    ask,
    log: ({ level, data, logger }) => {
      void mcpReq.log(level as LoggingLevel, data, logger as string | undefined).catch(() => {});
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
