import type { HttpAnswer, ReadRequest } from '@foldout/server/internal/http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { GatewayAppOptions } from './gateway-app.ts';
import type { GatewayEnv } from './gateway-env.ts';

/** A request to the MCP endpoint, whose body has been read. */
export interface McpRequest extends ReadRequest {
  /** Undefined: the request has no body, or it is not JSON. */
  readonly message: unknown;
}

/** Passes a request on, and writes the answer. */
export async function answerMcp(
  c: Context<GatewayEnv>,
  mcp: GatewayAppOptions['mcp'],
  profile?: string,
): Promise<Response> {
  const { body, disconnected } = c.var.message;
  const request = c.req.raw;
  const whole = (): Request => new Request(request.url, wholeOf(c));
  const answer = await mcp({ request, message: parsed(body), whole, disconnected }, c.var.principal, profile);
  return typeof answer === 'string' ? written(c, answer) : answer;
}

/** Writes a JSON answer directly: a web-standard response costs as much as the rest of a call. */
function written(c: Context<GatewayEnv>, answer: HttpAnswer & string): Response {
  const { incoming, outgoing } = c.env;
  // The middleware that checks the origin adds its headers to the response.
  if (incoming.headers.origin !== undefined) return new Response(answer, { headers: JSON_HEADERS });
  outgoing.writeHead(200, { ...JSON_HEADERS, 'content-length': Buffer.byteLength(answer) });
  outgoing.end(answer);
  return RESPONSE_ALREADY_SENT;
}

const JSON_HEADERS = { 'content-type': 'application/json' };

function wholeOf(c: Context<GatewayEnv>): RequestInit {
  const { incoming } = c.env;
  const { body, disconnected: signal } = c.var.message;
  const headers = new Headers();
  for (const [name, value = ''] of Object.entries(incoming.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  }
  return { method: c.req.method, headers, signal, ...(body !== undefined && { body }) };
}

function parsed(body: string | undefined): unknown {
  if (body === undefined) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
