import { createMcpServer, defineCommand, failure, success } from '@foldout/server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  type Attributes,
  type Context,
  propagation,
  type SpanContext,
  type SpanOptions,
  type TextMapPropagator,
  trace,
} from '@opentelemetry/api';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { spanCalls } from './span-calls.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = `00-${TRACE}-b7ad6b7169203331-01`;

interface Recorded {
  readonly name: string;
  readonly parent: SpanContext | undefined;
  readonly attributes: Attributes;
  status?: number;
  ended: boolean;
}

/** A minimal OpenTelemetry context manager and tracer provider. */
function record(): Recorded[] {
  const spans: Recorded[] = [];
  const startSpan = (name: string, { attributes = {} }: SpanOptions = {}, parent?: Context) => {
    const recorded: Recorded = {
      name,
      parent: parent && trace.getSpanContext(parent),
      attributes: { ...attributes },
      ended: false,
    };
    spans.push(recorded);
    const span = trace.wrapSpanContext({ traceId: TRACE, spanId: '00f067aa0ba902b7', traceFlags: 1 });
    return Object.assign(span, {
      setAttribute(key: string, value: never) {
        recorded.attributes[key] = value;
        return span;
      },
      setStatus({ code }: { code: number }) {
        recorded.status = code;
        return span;
      },
      end() {
        recorded.ended = true;
      },
    });
  };
  trace.setGlobalTracerProvider({
    getTracer: () => ({ startSpan, startActiveSpan: () => expect.unreachable() }) as never,
  });
  const propagator: TextMapPropagator<Record<string, string>> = {
    inject: () => {},
    fields: () => ['traceparent'],
    extract: (context, carrier) => {
      const [, traceId = '', spanId = '', flags] = carrier['traceparent']?.split('-') ?? [];
      return trace.setSpanContext(context, { traceId, spanId, traceFlags: Number(flags), isRemote: true });
    },
  };
  propagation.setGlobalPropagator(propagator as TextMapPropagator);
  onTestFinished(() => {
    trace.disable();
    propagation.disable();
  });
  return spans;
}

const COMMANDS = [
  defineCommand({ name: 'net-ping', description: 'Answers.', input: z.object({}), handler: async () => success({}) }),
  defineCommand({
    name: 'net-fail',
    description: 'Fails.',
    input: z.object({}),
    handler: async () => failure({ code: 'RATE_LIMITED', message: 'the password is 1234', suggestion: 's' }),
  }),
];

describe('a span for every call', () => {
  let spans: Recorded[];
  beforeEach(() => {
    spans = record();
  });

  async function connect(headers: Record<string, string> = {}): Promise<Client> {
    const middleware = [await spanCalls()].filter((layer) => layer !== undefined);
    const server = createMcpServer({ name: 'desk', version: '1.0.0', commands: COMMANDS, middleware, log: () => {} });
    const client = new Client(
      { name: 'e2e', version: '1.0.0' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    const transport = new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), {
      requestInit: { headers },
      fetch: (url, init) => server.fetch(new Request(url, init)),
    });
    await client.connect(transport);
    onTestFinished(() => client.close());
    return client;
  }

  it('has the tool, the server and the outcome', async () => {
    const client = await connect();
    await client.callTool({ name: 'net-ping', arguments: {} });
    await client.callTool({ name: 'net-fail', arguments: {} });
    expect(spans).toMatchObject([
      {
        name: 'tools/call desk/net-ping',
        attributes: { 'gen_ai.tool.name': 'net-ping', 'foldout.server': 'desk', 'foldout.outcome': 'ok' },
        ended: true,
      },
      { attributes: { 'foldout.outcome': 'RATE_LIMITED', 'error.type': 'RATE_LIMITED' }, status: 2, ended: true },
    ]);
    expect(JSON.stringify(spans)).not.toContain('password');
    expect(spans[0]?.parent).toBeUndefined();
  });

  it('is a child of the span of the HTTP request', async () => {
    const client = await connect({ traceparent: PARENT });
    await client.callTool({ name: 'net-ping', arguments: {} });
    expect(spans[0]?.parent).toMatchObject({ traceId: TRACE, spanId: 'b7ad6b7169203331' });
  });

  it('prefers the trace context of the call', async () => {
    const client = await connect({ traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01` });
    await client.callTool({ name: 'net-ping', arguments: {}, _meta: { traceparent: PARENT } });
    expect(spans[0]?.parent).toMatchObject({ traceId: TRACE, spanId: 'b7ad6b7169203331' });
  });

  it.each(['garbage', '', `${PARENT}-more`, 'x'.repeat(10_000)])(
    'stands alone where the trace is %s',
    async (traceparent) => {
      const client = await connect();
      await client.callTool({ name: 'net-ping', arguments: {}, _meta: { traceparent } });
      expect(spans[0]).toMatchObject({ parent: undefined, ended: true });
    },
  );
});

it('does not exist without OpenTelemetry', async () => {
  const missing = Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
  expect(await spanCalls(() => Promise.reject(missing))).toBeUndefined();
  await expect(spanCalls(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});
