import type { Action, CallContext, JsonObject } from '@foldout/core';
import { mayBeMissing, similarAddresses } from '@foldout/core/internal';
import {
  type CallToolResult,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { NamedEncoding } from '../surfaces/compact-text.ts';
import { type ResolveParts, resolveCall, resolveLate } from '../surfaces/resolve-call.ts';
import { runResolved } from '../surfaces/run-resolved.ts';
import type { Resolved } from '../surfaces/surface.ts';
import type { FitsOutput } from './bound-answer.ts';
import { keepWaiting } from './keep-waiting.ts';
import { raiseNative } from './mcp-result.ts';
import type { ProtocolAdditions } from './protocol-additions.ts';
import { type RenderParts, renderResult, shownChars } from './render-result.ts';
import { callerAuth } from './request-owner.ts';
import type { ServerEventHub } from './server-events.ts';
import { wishedTask } from './task-requests.ts';
import { emitAnswer } from './token-events.ts';
import type { View, ViewerParts } from './viewers.ts';

export interface AnswerParts extends ResolveParts, Pick<ViewerParts, 'engine'> {
  readonly events: ServerEventHub;
  readonly additions: Pick<ProtocolAdditions, 'inspect' | 'encodings' | 'spill'>;
}

interface ToolCall {
  readonly name: string;
  readonly input: JsonObject;
  readonly protocol: ServerContext;
  /** The `task` of a legacy client. */
  readonly task?: CallContext['task'];
}

/** Answers one `tools/call`: resolve → run → render. */
export async function answerCall(
  parts: AnswerParts,
  server: Server,
  { name, input, protocol, task }: ToolCall,
  view: View,
): Promise<CallToolResult | InputRequiredResult> {
  const { engine, surface, events } = parts;
  const timed = events.hasListeners('tool:call');
  const started = timed ? performance.now() : 0;
  const plain = contextOf(view, protocol);
  const resolved = resolveCall(parts, name, input, view) ?? (await resolveLate(parts, name, input, view, plain));
  if (!resolved) throw unknownTool(name, view);
  const wish = task ?? wishedTask(protocol);
  // A batch, a pipe or a script is answered as a whole: its calls are waited for.
  const context = wish && resolved.action.kind === 'call' ? { ...plain, task: wish } : plain;
  const waiting = view.facts?.progressExtendsWait ? keepWaiting(view.facts, context.reportProgress) : undefined;
  const running = runResolved(engine, name, resolved, waiting ? { ...context, ...waiting } : context, view);
  const result = waiting ? await running.finally(waiting.end) : await running;
  if (surface.after) await surface.after(resolved, result, view);
  if (resolved.byOwnName) raiseNative(result);
  const answer = renderResult(server, engine, result, view, {
    shortText: resolved.tool?.text,
    fits: outputCheck(resolved),
    inspect: inspection(parts.additions, resolved, name),
    encoding: encodingOf(parts.additions, view),
    // Over HTTP, a client may be on another machine.
    spill: protocol.http ? undefined : parts.additions.spill,
  });
  if (timed) {
    const { client, era, sessionId, principal } = view;
    const { traceId } = plain;
    const durationMs = performance.now() - started;
    const outcome = { success: result.success, code: result.error?.code, durationMs };
    events.emit('tool:call', { client, era, sessionId, principal, tool: name, traceId, ...outcome, answer });
  }
  emitAnswer(events, view, name, answer);
  return answer;
}

/** Actions whose results hold data of tools. The others answer with what the catalog says, which was judged before. */
const WITH_DATA: ReadonlySet<Action['kind']> = new Set(['call', 'batch', 'pipe', 'code', 'more']);

function inspection({ inspect }: AnswerParts['additions'], { action }: Resolved, name: string): RenderParts['inspect'] {
  if (!inspect || !WITH_DATA.has(action.kind)) return undefined;
  const tool = action.kind === 'call' ? (action.entry?.tool.id ?? action.input.command) : name;
  return (answer, relayed) => inspect(answer, { tool, relayed });
}

/** The encoding that the client has opted in to, if this server has it. */
function encodingOf({ encodings = {} }: AnswerParts['additions'], { settings }: View): NamedEncoding | undefined {
  const name = settings?.encoding;
  const encoding = name !== undefined && Object.hasOwn(encodings, name) ? encodings[name] : undefined;
  return name !== undefined && encoding ? { name, encode: encoding.encode, decode: encoding.decode } : undefined;
}

/** Clients check the structured content of a tool that they have listed, against the output schema that its server sent. */
function outputCheck({ action, byOwnName }: Resolved): FitsOutput | undefined {
  if (!byOwnName || action.kind !== 'call') return undefined;
  const { tool, source } = action.entry ?? {};
  if (!tool?.outputSchema || !source?.definition) return undefined;
  return (output) => source.fits?.(tool, output) !== false;
}

function unknownTool(name: string, { catalog, words }: View): ProtocolError {
  const similar = similarAddresses(catalog, name).map((address) => words?.call(address) ?? address);
  const guess = similar.length > 0 ? ` Did you mean ${similar.join(' or ')}?` : '';
  const find = words?.find();
  const missing = mayBeMissing(catalog);
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Unknown tool '${name.slice(0, 80)}'.${guess}${find ? ` ${find}.` : ''}${missing ? ` ${missing}` : ''}`,
  );
}

/** Links a call to its request: the caller's scope, cancellation by the signal, progress as notifications. */
function contextOf(
  { scope, client, era, sessionId, principal, words, facts }: View,
  protocol: ServerContext,
): CallContext {
  const { mcpReq } = protocol;
  const progressToken = mcpReq._meta?.progressToken;
  return {
    scope,
    client,
    era,
    sessionId,
    principal,
    words,
    maxResultChars: shownChars(facts),
    traceId: crypto.randomUUID(),
    auth: callerAuth(protocol.http?.authInfo),
    protocol,
    signal: mcpReq.signal,
    reportProgress: (progress) => {
      if (progressToken === undefined) return;
      const params = { ...progress, progressToken };
      // Sending fails once the client is gone; the signal cancels the call itself.
      mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
    },
  };
}
