import { estimateTokens } from '@foldout/core';
import { isObject, riskOf } from '@foldout/core/internal';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import type { Principal } from '../http/principal.ts';
import { ApiError, bodyObject } from './json-answers.ts';
import type { DashboardSources } from './sources.ts';
import { toolAt, visibleTo } from './visible-catalog.ts';

const VERSION = '2026-07-28';
const CALLER = 'afd-call';
const CLIENT = { name: 'foldout-dashboard', version: '1' };
const NOT_SHOWN = new Set(['_meta', 'resultType']);

/** Calls a tool as a client of this principal would, and returns the answer that the client would get. */
export async function tryTool(sources: DashboardSources, principal: Principal, request: Request) {
  const body = await bodyObject(request);
  const { id, input, confirmed } = body;
  if (typeof id !== 'string' || !isObject(input)) {
    throw new ApiError(400, "Send a JSON object with the string field 'id' and the object 'input'.");
  }
  if (!sources.mcp) throw new ApiError(404, 'This gateway serves no MCP over HTTP.');
  const tool = toolAt(visibleTo(sources, principal).catalog, id);
  if (riskOf(tool) === 'destructive' && confirmed !== true) {
    throw new ApiError(409, `'${tool.id}' is destructive. Send 'confirmed': true to call it.`);
  }
  const profile = profileFor(sources, principal, body['profile']);
  const args = { command: tool.id, input };
  const started = performance.now();
  const response = await sources.mcp(mcpRequest(args), principal, profile);
  const answer = await answerIn(response);
  const ms = Math.round((performance.now() - started) * 10) / 10;
  const result = Object.fromEntries(Object.entries(answer).filter(([key]) => !NOT_SHOWN.has(key)));
  return {
    id: tool.id,
    ms,
    result,
    /** What a model pays: for the call, and for the answer. */
    tokens: { input: estimateTokens(JSON.stringify(args)), answer: tokensOf(answer) },
  };
}

/** A principal that is bound to a profile uses no other. */
function profileFor({ profiles }: DashboardSources, { profile: own }: Principal, asked: unknown): string | undefined {
  const profile = asked ?? own;
  if (profile === undefined) return undefined;
  const name = String(profile);
  if (name === (own ?? name) && profiles?.().includes(name)) return name;
  throw new ApiError(404, `There is no profile '${name}' for you.`);
}

function mcpRequest(args: object): Request {
  const meta = {
    [PROTOCOL_VERSION_META_KEY]: VERSION,
    [CLIENT_INFO_META_KEY]: CLIENT,
    [CLIENT_CAPABILITIES_META_KEY]: {},
  };
  const params = { name: CALLER, arguments: args, _meta: meta };
  return new Request('http://127.0.0.1/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': VERSION,
      'mcp-method': 'tools/call',
      'mcp-name': CALLER,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
}

/** The result in a JSON answer, or in the last message of an event stream. An error of the protocol becomes a text. */
async function answerIn(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const text = await response.text();
  const isStream = response.headers.get('content-type')?.includes('text/event-stream');
  const messages = isStream
    ? text.split('\n').flatMap((line) => (line.startsWith('data:') ? line.slice(5) : []))
    : [text];
  const message: unknown = JSON.parse(messages.findLast((one) => one.trim() !== '') ?? 'null');
  const { result, error } = (isObject(message) ? message : {}) as { result?: unknown; error?: { message?: string } };
  if (isObject(result)) return result;
  return { isError: true, content: [{ type: 'text', text: error?.message ?? 'The gateway sent no answer.' }] };
}

function tokensOf(answer: Readonly<Record<string, unknown>>): number {
  const content = Array.isArray(answer['content']) ? (answer['content'] as { text?: unknown }[]) : [];
  const texts = content.flatMap(({ text }) => (typeof text === 'string' ? text : []));
  return estimateTokens(texts.join('\n'));
}
