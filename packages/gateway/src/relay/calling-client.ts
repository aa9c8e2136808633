import type { CallContext, JsonObject } from '@foldout/core';
import { clientCapabilities, mcpServerOf, ownerIn } from '@foldout/server';
import { hasTasks, TASKS_EXTENSION } from '@foldout/server/internal';
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
import { rootChanges } from './root-changes.ts';

/** What a client must declare to be asked, by the method of the question. */
const CAPABILITIES: Readonly<Record<string, 'sampling' | 'elicitation' | 'roots'>> = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
};
/** Deadline for the answer of a person to an elicitation or sampling request. */
const ANSWER_MS = 10 * 60_000;

/** Describes the calling client for an upstream: its capabilities, its log level, and how to send it questions. */
export function callingClient(
  { sessionId, era, task }: Pick<CallContext, 'sessionId' | 'era' | 'task'>,
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
      const capabilities = clientCapabilities(protocol) as JsonObject;
      // A call inside of a batch or a script is waited for: its server must not start a task.
      return task || !hasTasks(capabilities) ? capabilities : withoutTasks(capabilities);
    },
    get logLevel() {
      const requested = envelope?.[LOG_LEVEL_META_KEY] as string | undefined;
      return era === 'modern' ? requested : storedLogLevel(server);
    },
    get rootChanges() {
      return rootChanges(server);
    },
    ask,
    log: (params) => void mcpReq.notify({ method: 'notifications/message', params }).catch(() => {}),
  };
}

function withoutTasks({ extensions, ...capabilities }: JsonObject): JsonObject {
  const { [TASKS_EXTENSION]: _tasks, ...others } = extensions as JsonObject;
  return { ...capabilities, extensions: others };
}

/** Sends a request to a legacy client, if the client is able to answer it. */
async function askLegacy(
  protocol: ServerContext,
  method: string,
  params: JsonObject,
  signal: AbortSignal,
): Promise<JsonObject> {
  const { mcpReq } = protocol;
  const kind = CAPABILITIES[method] ?? 'elicitation';
  if (clientCapabilities(protocol)[kind] === undefined) {
    throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `The client does not answer ${kind} requests.`);
  }
  const options = { signal, timeout: ANSWER_MS };
  // The SDK types its own methods only by their name as a literal.
  const send = mcpReq.send as (request: object, options: object) => Promise<unknown>;
  return (await send({ method, params }, options)) as JsonObject;
}
