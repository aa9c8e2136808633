import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMcpServer, type FoldoutServer } from '@foldout/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from '../../../../test/fixtures/tools.ts';
import {
  call,
  type HttpServerProcess,
  openUpstream,
  publishedOverHttp,
  textOf,
} from '../../../../test/fixtures/upstreams.ts';
import { UpstreamUnavailable } from './upstream.ts';

const EVERYTHING = '@modelcontextprotocol/server-everything/dist/index.js';
describe('a modern server over HTTP', () => {
  let server: FoldoutServer;
  beforeAll(async () => {
    server = createMcpServer({
      name: 'greeter',
      version: '1.0.0',
      commands: [command('greet', {})],
      toolStrategy: 'individual',
      transport: 'http',
      port: 0,
      log: () => {},
    });
    await server.start();
  });
  afterAll(() => server?.stop());

  it('is recognized, listed and called', async () => {
    const upstream = openUpstream({ url: server.url as string });
    await upstream.refresh();
    expect(upstream.manifest).toMatchObject({ era: 'modern', server: { name: 'greeter' } });
    expect(upstream.manifest?.tools).toContainEqual(expect.objectContaining({ name: 'greet' }));
    expect(await call(upstream, 'greet')).toHaveProperty('content');
    expect(upstream.status).toEqual({ state: 'ready', restarts: 0, startedAt: expect.any(Number) });
  });

  it('stays usable after an input that cannot be sent', async () => {
    const upstream = openUpstream({ url: server.url as string });
    expect(await call(upstream, 'greet')).toHaveProperty('content');
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    await expect(call(upstream, 'greet', cycle)).rejects.toThrow('the input cannot be sent');
    expect(upstream.status).toEqual({ state: 'ready', restarts: 0, startedAt: expect.any(Number) });
  });

  it('is reached again without detecting its era', async () => {
    const first = openUpstream({ url: server.url as string });
    await first.refresh();
    const second = openUpstream({ url: server.url as string }, { manifests: first.manifests });
    expect(await call(second, 'greet')).toHaveProperty('content');
  });
});

describe('a legacy server over HTTP', () => {
  let server: HttpServerProcess;
  beforeAll(async () => {
    server = await publishedOverHttp(EVERYTHING, ['streamableHttp']);
  });
  afterAll(() => server?.kill());

  it('is recognized, listed and called', async () => {
    const upstream = openUpstream({ type: 'http', url: `http://127.0.0.1:${server.port}/mcp` });
    await upstream.refresh();
    expect(upstream.manifest).toMatchObject({ era: 'legacy', server: { name: 'mcp-servers/everything' } });
    expect(textOf(await call(upstream, 'echo', { message: 'hi' }))).toBe('Echo: hi');
  });
});

describe('a legacy server over HTTP that is killed', () => {
  it('fails the calls in flight at once, and is used again after its restart', async () => {
    await using server = await publishedOverHttp(EVERYTHING, ['streamableHttp']);
    const upstream = openUpstream(
      { url: `http://127.0.0.1:${server.port}/mcp`, callTimeoutMs: 20_000 },
      { backOff: { firstMs: 1, maxMs: 1 } },
    );
    await call(upstream, 'echo', { message: 'hi' });
    let progressed = (): void => {};
    const isRunning = new Promise<void>((resolve) => {
      progressed = resolve;
    });
    const long = { name: 'trigger-long-running-operation', arguments: { duration: 20, steps: 100 } };
    const hanging = upstream.request('tools/call', long, { onProgress: progressed });
    await isRunning;
    const began = performance.now();
    await server.kill();
    await expect(hanging).rejects.toBeInstanceOf(UpstreamUnavailable);
    expect(performance.now() - began).toBeLessThan(10_000);

    await using again = await publishedOverHttp(EVERYTHING, ['streamableHttp'], server.port);
    expect(again.port).toBe(server.port);
    // The killed server had the session in memory, so this call needs a new session.
    expect(textOf(await call(upstream, 'echo', { message: 'back' }))).toBe('Echo: back');
  });
});

describe('a server with the transport of 2024', () => {
  let server: HttpServerProcess;
  beforeAll(async () => {
    server = await publishedOverHttp(EVERYTHING, ['sse']);
  });
  afterAll(() => server?.kill());

  it.each(['sse', 'http'] as const)('is reached with the type %s', async (type) => {
    const upstream = openUpstream({ type, url: `http://127.0.0.1:${server.port}/sse` });
    expect(textOf(await call(upstream, 'echo', { message: 'hi' }))).toBe('Echo: hi');
    await upstream.refresh();
    expect(upstream.manifest).toMatchObject({ era: 'legacy' });
  });
});

describe('a server over HTTP that fails', () => {
  let server: Server;
  let seen: (string | undefined)[] = [];
  let status = 500;
  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(status).end('out of order, token sesame-open-up');
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  });
  afterAll(() => new Promise((closed) => server.close(closed)));
  const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;

  it('fails its calls with the HTTP status, and is not retried at once', async () => {
    status = 503;
    const upstream = openUpstream({ url: url() });
    await expect(call(upstream, 'x')).rejects.toThrow(
      'server "tested" could not be started: it answered with HTTP status 503',
    );
    await expect(call(upstream, 'x')).rejects.toThrow(/next start attempt in \d+ s/);
    expect(upstream.status).toMatchObject({ state: 'failed', todo: expect.stringContaining('"url"') });
  });

  it('receives its token, which appears in no message', async () => {
    seen = [];
    status = 401;
    const upstream = openUpstream({ url: url(), bearerToken: 'sesame-open-up' });
    const failure = await call(upstream, 'x').catch((error: Error) => error);
    expect(seen[0]).toBe('Bearer sesame-open-up');
    expect(upstream.status.state).toBe('needs-auth');
    expect(JSON.stringify([failure, String(failure), upstream.status, upstream.logged])).not.toContain('sesame');
  });

  it('reports a refused connection with the address', async () => {
    const closed = createServer();
    await new Promise<void>((ready) => closed.listen(0, '127.0.0.1', ready));
    const { port } = closed.address() as AddressInfo;
    await new Promise((ended) => closed.close(ended));
    const upstream = openUpstream({ url: `http://127.0.0.1:${port}/mcp` });
    await expect(call(upstream, 'x')).rejects.toThrow(`connection refused: no server listens at 127.0.0.1:${port}`);
  });

  it('reports a failed DNS lookup with the host, without the rest of the URL', async () => {
    const upstream = openUpstream({ url: 'http://nobody.invalid:8080/mcp?key=sesame-open-up' });
    const failure = await call(upstream, 'x').catch((error: Error) => error);
    expect(String(failure)).toContain('DNS lookup failed for "nobody.invalid"');
    expect(String(failure)).not.toContain('sesame');
  });
});
