import { EventEmitter, once } from 'node:events';
import { createMcpServer, defineCommand, success } from '@foldout/server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { AUDIENCE, openAuthorizationServer } from '../../../../test/fixtures/authorization-server.ts';
import { ALICE, BOB, bearer, openGateway, type TestGateway } from '../../../../test/fixtures/http-gateway.ts';
import type { ListenGatewayOptions } from './listen-gateway.ts';

const CONFIG = {
  tokens: [
    { name: 'alice', token: ALICE },
    { name: 'bob', token: BOB },
  ],
};
const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1.0.0' } },
};
const LIST = { jsonrpc: '2.0', id: 2, method: 'tools/list' };

const ping = defineCommand({
  name: 'net-ping',
  description: 'Answers.',
  input: z.object({}),
  handler: async () => success({ pong: true }),
});

async function openDesk(options: Partial<ListenGatewayOptions> = {}): Promise<TestGateway> {
  const server = createMcpServer({ name: 'desk', version: '1.0.0', commands: [ping], log: () => {} });
  onTestFinished(() => server.stop());
  return openGateway(CONFIG, { mcp: ({ whole }, { name }) => server.fetch(whole(), { owner: { name } }), ...options });
}

async function post(gateway: TestGateway, token: string, message: object, session?: string) {
  const headers = { ...JSON_HEADERS, ...bearer(token), ...(session && { 'mcp-session-id': session }) };
  return gateway.send('/mcp', { method: 'POST', headers, body: JSON.stringify(message) });
}

async function openSession(gateway: TestGateway, token: string): Promise<string> {
  const { status, headers } = await post(gateway, token, INITIALIZE);
  expect(status).toBe(200);
  return headers['mcp-session-id'] as string;
}

describe('the session of a legacy client', () => {
  it('belongs to the principal that opened it', async () => {
    const gateway = await openDesk();
    const session = await openSession(gateway, ALICE);
    expect((await post(gateway, ALICE, LIST, session)).status).toBe(200);
    expect((await post(gateway, BOB, LIST, session)).status).toBe(404);
    const theirs = { ...JSON_HEADERS, ...bearer(BOB), 'mcp-session-id': session };
    for (const method of ['GET', 'DELETE']) {
      expect((await gateway.send('/mcp', { method, headers: theirs })).status).toBe(404);
    }
    expect((await post(gateway, ALICE, LIST, session)).status).toBe(200);
  });

  it('looks to other principals like an unknown session', async () => {
    const gateway = await openDesk();
    const session = await openSession(gateway, ALICE);
    const foreign = await post(gateway, BOB, LIST, session);
    const unknown = await post(gateway, BOB, LIST, 'never-seen');
    expect(foreign.body).toBe(unknown.body);
    expect(foreign.status).toBe(unknown.status);
  });

  it('ends when its owner deletes it', async () => {
    const gateway = await openDesk();
    const session = await openSession(gateway, ALICE);
    const headers = {
      ...JSON_HEADERS,
      ...bearer(ALICE),
      'mcp-session-id': session,
      'mcp-protocol-version': '2025-11-25',
    };
    expect((await gateway.send('/mcp', { method: 'DELETE', headers })).status).toBe(200);
    expect((await post(gateway, ALICE, LIST, session)).status).toBe(404);
  });

  it('survives changes of other tokens', async () => {
    const gateway = await openDesk({ config: { port: 0, tokens: [{ name: 'alice', token: ALICE }] } });
    const session = await openSession(gateway, ALICE);
    gateway.listener.update(CONFIG);
    expect((await post(gateway, ALICE, LIST, session)).status).toBe(200);
    expect((await post(gateway, BOB, LIST, session)).status).toBe(404);
    gateway.listener.update({ tokens: [{ name: 'bob', token: BOB }] });
    expect((await post(gateway, ALICE, LIST, session)).status).toBe(401);
    expect((await post(gateway, BOB, LIST, session)).status).toBe(404);
  });
});

describe('the open responses of a token', () => {
  /** A GET of the notification stream. Resolves when the gateway ends it. */
  async function stream(gateway: TestGateway, token: string): Promise<{ readonly ended: Promise<unknown> }> {
    const session = await openSession(gateway, token);
    const headers = { ...bearer(token), accept: 'text/event-stream', 'mcp-session-id': session } as Record<
      string,
      string
    >;
    const response = await fetch(gateway.listener.url, { headers });
    expect(response.status).toBe(200);
    return { ended: response.text().catch(() => 'cut off') };
  }

  it('end when the token is revoked, and those of others stay', async () => {
    const gateway = await openDesk();
    const [alices, bobs] = [await stream(gateway, ALICE), await stream(gateway, BOB)];
    gateway.listener.update({ tokens: [{ name: 'bob', token: BOB }] });
    expect(await alices.ended).toBe('cut off');
    expect(gateway.listener.inFlight().streams).toBe(1);
    gateway.listener.update({ tokens: [{ name: 'bob', token: BOB, servers: ['desk'] }] });
    expect(await bobs.ended).toBe('cut off');
  });

  it('end when an OAuth token has expired', async () => {
    const issuer = await openAuthorizationServer();
    const oauth = { issuer: issuer.issuer, audience: AUDIENCE };
    const gateway = await openDesk({ config: { port: 0, oauth }, limits: { recheckMs: 100 } });
    // The gateway tolerates clocks that differ by five seconds.
    const { ended } = await stream(gateway, await issuer.sign({ exp: Math.floor(Date.now() / 1_000) - 3 }));
    expect(await ended).toBe('cut off');
  });

  it('include calls in progress', async () => {
    const calls = new EventEmitter();
    const started = once(calls, 'started');
    const gateway = await openGateway(CONFIG, {
      mcp: async () => {
        calls.emit('started');
        return new Promise<Response>(() => {});
      },
    });
    const called = post(gateway, ALICE, LIST).catch(() => 'cut off');
    await started;
    gateway.listener.update({ tokens: [{ name: 'bob', token: BOB }] });
    expect(await called).toBe('cut off');
  });
});

describe('a client of the SDK', () => {
  it.each(['legacy', 'modern'] as const)('works through the gateway with a token (%s)', async (era) => {
    const gateway = await openDesk();
    const client = new Client(
      { name: 'e2e', version: '1.0.0' },
      { versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } } },
    );
    const requestInit = { headers: { authorization: `Bearer ${ALICE}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(gateway.listener.url), { requestInit }));
    onTestFinished(() => client.close());
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(0);
    const result = await client.callTool({ name: 'net-ping', arguments: {} });
    expect(result.structuredContent).toMatchObject({ success: true, data: { pong: true } });
  });
});
