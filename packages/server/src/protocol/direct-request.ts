import { isObject } from '@foldout/core/internal';
import {
  type CallToolResult,
  type InputRequiredResult,
  type JSONRPCMessage,
  LOG_LEVEL_META_KEY,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';

export interface CallParams {
  readonly name: string;
  readonly arguments?: Record<string, unknown> | undefined;
  /** A legacy client wants the call to run as a task. */
  readonly task?: Readonly<Record<string, unknown>> | undefined;
}
export type AnswerCall = (params: CallParams, context: ServerContext) => Promise<CallToolResult | InputRequiredResult>;

interface LogMessage {
  readonly level: string;
  readonly data: unknown;
  readonly logger: string | undefined;
}

const LOG_LEVELS: readonly string[] = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

export type RequestId = string | number;
type RequestMeta = ServerContext['mcpReq']['_meta'];

/** A `tools/call` that is answered without the SDK. */
export interface DirectRequest {
  readonly id: RequestId;
  readonly params: CallParams & { readonly _meta?: RequestMeta };
}

/** A server whose calls are answered without the SDK. */
export interface AnsweringServer {
  readonly server: Server;
  answerCall: AnswerCall;
}

/** What differs between the transports in the context of a call. */
export interface DirectContext {
  readonly meta: RequestMeta;
  readonly signal: AbortSignal;
  /** Sends a notification on the stream of the request, where the transport has one. */
  readonly notify?: ((notification: object) => Promise<void>) | undefined;
  /** Whether requests to the client belong on the stream of this request. */
  readonly related?: boolean;
  readonly envelope?: Readonly<Record<string, unknown>> | undefined;
  readonly http?: ServerContext['http'];
  /** The session that the transport has, which all replicas know it by. */
  readonly sessionId?: string | undefined;
}

/** The request's context as handlers use it; the SDK builds the same one, with validation around it. */
export function directContext(server: Server, id: RequestId, parts: DirectContext): ServerContext {
  const { meta, signal, notify, related, envelope, http, sessionId } = parts;
  const mcpReq = {
    id,
    method: 'tools/call',
    _meta: meta,
    signal,
    ...(envelope && { envelope }),
    requestState: () => undefined,
    send: related
      ? (request: Parameters<Server['request']>[0], options?: object) =>
          server.request(request as never, { ...options, relatedRequestId: id })
      : server.request.bind(server),
    notify: notify ?? ((one: Parameters<Server['notification']>[0]) => server.notification(one)),
    log: (level: string, data: unknown, logger?: string) => sendLog(server, parts, { level, data, logger }),
    elicitInput: server.elicitInput.bind(server),
    requestSampling: server.createMessage.bind(server),
  };
  return { mcpReq, ...(http && { http }), ...(sessionId !== undefined && { sessionId }) } as unknown as ServerContext;
}

/** A legacy client has set a level for its connection, which the SDK keeps. A modern client sends one with the request. */
async function sendLog(server: Server, { envelope, notify }: DirectContext, params: LogMessage): Promise<void> {
  if (!envelope) return server.sendLoggingMessage(params as Parameters<Server['sendLoggingMessage']>[0]);
  const wanted = LOG_LEVELS.indexOf(String(envelope[LOG_LEVEL_META_KEY]));
  if (wanted >= 0 && LOG_LEVELS.indexOf(params.level) >= wanted)
    await notify?.({ method: 'notifications/message', params });
}

/** Whether a message is a `tools/call` that needs nothing of the SDK: no answers to questions. */
export function isDirectRequest(message: unknown): message is JSONRPCMessage & DirectRequest {
  if (!isObject(message) || message['method'] !== 'tools/call' || message['jsonrpc'] !== '2.0') return false;
  const { id, params } = message;
  if ((typeof id !== 'string' && typeof id !== 'number') || !isObject(params)) return false;
  if (typeof params['name'] !== 'string') return false;
  if ('inputResponses' in params || 'requestState' in params) return false;
  return [params['arguments'], params['_meta'], params['task']].every((one) => one === undefined || isObject(one));
}

/** The error of a JSON-RPC answer. */
export function wireErrorOf(error: unknown): { code: number; message: string; data?: unknown } {
  const { code, message, data } = error as { code?: unknown; message?: unknown; data?: unknown };
  return {
    code: typeof code === 'number' ? code : ProtocolErrorCode.InternalError,
    message: typeof message === 'string' ? message : 'Internal error',
    ...(data !== undefined && { data }),
  };
}
