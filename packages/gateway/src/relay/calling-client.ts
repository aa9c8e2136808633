import type { CallContext, JsonObject } from '@foldout/core';
import { clientCapabilities, mcpServerOf, ownerIn } from '@foldout/server';
import {
  LOG_LEVEL_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { CallingClient } from '../upstreams/upstream.ts';
import { storedConnection } from './client-connections.ts';
import { storedLogLevel } from './log-levels.ts';

/** Deadline for the answer of a person to an elicitation or sampling request. */
const ANSWER_MS = 10 * 60_000;

/** Describes the calling client for an upstream: its capabilities, its log level, and how to send it questions. */
export function callingClient(
  { sessionId, era }: Pick<CallContext, 'sessionId' | 'era'>,
  protocol: ServerContext,
  server: Server | undefined = mcpServerOf(protocol),
  ask: CallingClient['ask'] = (method, params, signal) => askLegacy(protocol, method, params, signal),
): CallingClient {
  const { mcpReq } = protocol;
  const connection = storedConnection(server);
  const principal = ownerIn(protocol.http?.authInfo)?.principal;
  const envelope: Record<string, unknown> | undefined = mcpReq.envelope;
  return {
    // A modern request has no session. Where several clients share the gateway, the connection takes its place.
    sessionId: sessionId ?? connection?.id,
    folder: connection?.folder,
    principal: principal?.name,
    token: protocol.http?.authInfo?.token || undefined,
    era: era ?? 'legacy',
    get capabilities() {
      return clientCapabilities(protocol) as JsonObject;
    },
    get logLevel() {
      const requested = envelope?.[LOG_LEVEL_META_KEY] as string | undefined;
      return era === 'modern' ? requested : storedLogLevel(server);
    },
    ask,
    log: (params) => void mcpReq.notify({ method: 'notifications/message', params }).catch(() => {}),
  };
}

/** Sends a request to a legacy client, if the client is able to answer it. */
async function askLegacy(
  protocol: ServerContext,
  method: string,
  params: JsonObject,
  signal: AbortSignal,
): Promise<JsonObject> {
  const { mcpReq } = protocol;
  const kind = method === 'sampling/createMessage' ? 'sampling' : 'elicitation';
  if (clientCapabilities(protocol)[kind] === undefined) {
    throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `The client does not answer ${kind} requests.`);
  }
  const options = { signal, timeout: ANSWER_MS };
  const answer =
    kind === 'sampling'
      ? await mcpReq.send({ method: 'sampling/createMessage', params }, options)
      : await mcpReq.send({ method: 'elicitation/create', params }, options);
  return answer as unknown as JsonObject;
}
