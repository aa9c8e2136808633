import { createMcpServer, defineCommand, failure, success } from '@foldout/server';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openGateway } from '../../../../test/fixtures/http-gateway.ts';
import { createMetrics } from './metrics.ts';

const COMMANDS = [
  defineCommand({ name: 'net-ping', description: 'Answers.', input: z.object({}), handler: async () => success({}) }),
  defineCommand({
    name: 'net-fail',
    description: 'Fails in its own way.',
    input: z.object({ code: z.string() }),
    handler: async ({ code }) => failure({ code, message: 'm', suggestion: 's' }),
  }),
];

it('counts requests, calls and tokens, and reads the other figures on demand', async () => {
  let state = 'starting';
  const metrics = await createMetrics({
    upstreams: () => [{ server: 'github', state }],
    catalogSize: () => 42,
    inFlight: () => gateway.listener.inFlight(),
  });
  const server = createMcpServer({ name: 'desk', version: '1.0.0', commands: COMMANDS, log: () => {} });
  onTestFinished(() => server.stop());
  onTestFinished(server.engine.onCall(metrics.call));
  const gateway = await openGateway({}, { metrics: metrics.text, observe: metrics.observe });
  await server.engine.call({ command: 'net-ping' });
  await server.engine.call({ command: 'net-fail', input: { code: 'RATE_LIMITED' } });
  await server.engine.call({ command: 'net-fail', input: { code: 'whatever a tool makes up' } });
  await server.engine.call({ command: 'no-such' });
  metrics.countTokens('list', ['A tool.', 'a boat '.repeat(100_000)]);
  await gateway.send('/mcp', { method: 'POST', body: '{}' });
  await gateway.send('/what/a/stranger/types', { method: 'PROPFIND' });
  await gateway.send('/metrics');
  state = 'ready';
  const { body, headers } = await gateway.send('/metrics');
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  const lines = body.split('\n');
  for (const line of [
    'foldout_http_requests_total{route="/mcp",method="POST",status="200"} 1',
    'foldout_http_requests_total{route="other",method="other",status="404"} 1',
    'foldout_http_request_duration_seconds_count{route="/mcp"} 1',
    'foldout_calls_total{server="desk",outcome="ok"} 1',
    'foldout_calls_total{server="desk",outcome="RATE_LIMITED"} 1',
    'foldout_calls_total{server="desk",outcome="other"} 1',
    'foldout_calls_total{server="other",outcome="COMMAND_NOT_FOUND"} 1',
    'foldout_call_duration_seconds_count{server="desk"} 3',
    'foldout_upstream_state{server="github",state="ready"} 1',
    'foldout_catalog_tools 42',
    'foldout_http_in_flight{kind="calls"} 1',
  ]) {
    expect(lines).toContain(line);
  }
  const [, sent] = /^foldout_tokens_sent_total\{kind="list"\} (\d+)$/m.exec(body) ?? [];
  expect(Number(sent)).toBeGreaterThan(190_000);
  expect(Number(sent)).toBeLessThan(310_000);
  expect(body).not.toContain('state="starting"');
  expect(body).not.toContain('stranger');
  expect(body).toContain('process_resident_memory_bytes');
});

it('excludes the duration of streams', async () => {
  const metrics = await createMetrics();
  metrics.observe({ route: '/mcp', method: 'GET', status: 200, durationMs: 3_600_000 });
  const text = await metrics.text();
  expect(text).toContain('foldout_http_requests_total{route="/mcp",method="GET",status="200"} 1');
  expect(text).not.toContain('foldout_http_request_duration_seconds_count{route="/mcp"}');
});

it('limits the number of labels for any number of servers', async () => {
  const upstreams = Array.from({ length: 2_000 }, (_, index) => ({ server: `server-${index}`, state: 'cold' }));
  const metrics = await createMetrics({ upstreams: () => upstreams });
  const lines = (await metrics.text()).split('\n').filter((line) => line.startsWith('foldout_upstream_state{'));
  expect(lines).toHaveLength(501);
  expect(lines).toContain('foldout_upstream_state{server="other",state="cold"} 1500');
});
