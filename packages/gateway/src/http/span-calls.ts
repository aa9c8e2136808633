import type { CallContext, Middleware } from '@foldout/core';
import { mcpContext } from '@foldout/server';
import { TRACEPARENT_META_KEY, TRACESTATE_META_KEY } from '@modelcontextprotocol/server';

const TRACER = '@foldout/gateway';
const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;
const MAX_STATE = 512;
const MAX_CODE = 64;

type Load = () => Promise<typeof import('@opentelemetry/api')>;

/**
 * Middleware that creates an OpenTelemetry span for every tool call, as a child of the caller's trace. Undefined when
 * `@opentelemetry/api` is not installed. The host process decides where spans are exported. A span contains no input, no
 * result and no error text.
 */
export async function spanCalls(load: Load = () => import('@opentelemetry/api')): Promise<Middleware | undefined> {
  const api = await load().catch(absent);
  if (!api) return undefined;
  const { context: contexts, propagation, SpanKind, SpanStatusCode, trace } = api;
  return async (tool, _input, call, next) => {
    const carrier = traceOf(call);
    const parent = carrier ? propagation.extract(contexts.active(), carrier) : contexts.active();
    const attributes = {
      'mcp.method.name': 'tools/call',
      'gen_ai.tool.name': tool.name,
      'foldout.server': tool.server,
      'foldout.trace_id': call.traceId,
    };
    const options = { kind: SpanKind.INTERNAL, attributes };
    const span = trace.getTracer(TRACER).startSpan(`tools/call ${tool.id}`, options, parent);
    try {
      const result = await contexts.with(trace.setSpan(parent, span), next);
      const outcome = result.success ? 'ok' : result.error.code.slice(0, MAX_CODE);
      span.setAttribute('foldout.outcome', outcome);
      if (!result.success) span.setAttribute('error.type', outcome).setStatus({ code: SpanStatusCode.ERROR });
      return result;
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  };
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
}

/** The W3C trace context of a call: from the MCP request, else from the HTTP headers. */
function traceOf(call: CallContext): { traceparent: string; tracestate?: string } | undefined {
  const protocol = mcpContext(call);
  if (!protocol) return undefined;
  const meta: Record<string, unknown> = protocol.mcpReq._meta ?? {};
  const headers = protocol.http?.req?.headers;
  return (
    carrierOf(meta[TRACEPARENT_META_KEY], meta[TRACESTATE_META_KEY]) ??
    carrierOf(headers?.get('traceparent'), headers?.get('tracestate'))
  );
}

function carrierOf(traceparent: unknown, tracestate: unknown) {
  if (typeof traceparent !== 'string' || !TRACEPARENT.test(traceparent)) return undefined;
  const state = typeof tracestate === 'string' && tracestate.length <= MAX_STATE ? tracestate : undefined;
  return { traceparent, ...(state !== undefined && { tracestate: state }) };
}
