import { describe, expect, it } from 'vitest';
import { ALICE, bearer, openGateway } from '../../../../test/fixtures/http-gateway.ts';

const POST = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
const ALICES = [{ name: 'alice', token: ALICE }];

describe('a gateway on loopback without tokens', () => {
  it('serves MCP to every local client with all rights', async () => {
    const gateway = await openGateway({}, { metrics: async () => 'foldout_up 1\n' });
    expect(gateway.listener.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    expect(await gateway.send('/mcp', POST)).toMatchObject({ status: 200, body: '{"principal":"local"}' });
    expect(await gateway.send('/metrics')).toMatchObject({ status: 200, body: 'foldout_up 1\n' });
  });

  it.each([
    { host: 'evil.example' },
    { host: '127.0.0.1.evil.example' },
    { host: 'evil@localhost' },
    { host: 'localhost.' },
    { host: 'localhost:80:80' },
    { origin: 'https://evil.example' },
    { origin: 'http://localhost.evil.example' },
    { origin: 'http://localhost@evil.example' },
    { origin: 'http://localhost/path' },
    { origin: 'null' },
    { origin: '' },
    { origin: 'file://' },
    { 'sec-fetch-site': 'cross-site' },
  ])('refuses a request with %o', async (headers) => {
    const gateway = await openGateway();
    const { status } = await gateway.send('/mcp', { ...POST, headers: { ...POST.headers, ...headers } });
    expect(status).toBe(403);
  });

  it.each([{}, { host: 'localhost:1' }, { host: '[::1]:80' }, { origin: 'http://localhost:5173' }])(
    'answers a request with %o',
    async (headers) => {
      const gateway = await openGateway();
      expect(await gateway.send('/mcp', { ...POST, headers })).toMatchObject({ status: 200 });
    },
  );

  it('explains how to allow a host', async () => {
    const gateway = await openGateway();
    const { body } = await gateway.send('/mcp', { headers: { host: 'tools.example' } });
    expect(JSON.parse(body).error.message).toBe(
      'The host "tools.example" is not allowed. Add it to http.allowedHosts in the configuration of the gateway.',
    );
  });

  it('rejects a missing or empty Host, and an absolute URL with another host', async () => {
    const gateway = await openGateway();
    const absolute = await gateway.raw(
      'GET http://evil.example/mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    );
    expect(absolute).toMatch(/^HTTP\/1\.1 404 /);
    expect(await gateway.raw('GET /mcp HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 403 /);
    const empty = await gateway.raw('GET /mcp HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n');
    expect(empty).toMatch(/^HTTP\/1\.1 40[03] /);
  });
});

describe('the paths of a gateway', () => {
  it.each([
    '/',
    '//mcp',
    '/mcp/',
    '/mcp/../metrics',
    '/metrics/../mcp',
    '/%6dcp',
    '/mcp%2f..%2fmetrics',
    '/MCP',
    '/mcp;x=1',
    '/mcpx',
    '/assets/../mcp',
    '/assets/%2e%2e/mcp',
    '/assets//mcp',
    '/assets/..\\mcp',
    '*',
  ])('return 404 for %s', async (path) => {
    const route = {
      method: 'GET',
      path: '/assets/*',
      right: undefined,
      handle: async () => new Response('file'),
    } as const;
    const gateway = await openGateway({}, { metrics: async () => 'secret', routes: [route] });
    const reply = await gateway.send(path);
    expect(reply.status).toBe(404);
    expect(reply.body).not.toContain('secret');
  });

  it.each(['PUT', 'PATCH', 'HEAD', 'TRACE', 'PROPFIND', 'OPTIONS'])('refuse %s at /mcp', async (method) => {
    const gateway = await openGateway();
    expect(await gateway.send('/mcp', { method })).toMatchObject({
      status: 405,
      headers: { allow: 'GET, POST, DELETE' },
    });
  });

  it('reject invalid methods, upgrades and tunnels', async () => {
    const gateway = await openGateway();
    expect(await gateway.raw('FETCH /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await gateway.raw('CONNECT localhost:1 HTTP/1.1\r\nHost: localhost\r\n\r\n')).toBe('');
    const upgrade = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n';
    const upgraded = await gateway.raw(`GET / HTTP/1.1\r\nHost: localhost\r\n${upgrade}Connection: close\r\n\r\n`);
    expect(upgraded).not.toContain(' 101 ');
    expect((await gateway.send('/mcp', POST)).status).toBe(200);
  });

  it.each(['access_token', 'token', 'api_key', 'ACCESS_TOKEN', 'x=1&bearer'])(
    'refuse a token in the address (%s), also a good one, and do not repeat it',
    async (name) => {
      const gateway = await openGateway({ tokens: ALICES });
      const reply = await gateway.send(`/mcp?${name}=${ALICE}`, { ...POST, headers: bearer(ALICE) });
      expect(reply.status).toBe(400);
      expect(reply.body).not.toContain(ALICE);
    },
  );
});

describe('the bind address', () => {
  it.each(['0.0.0.0', '::', '192.168.1.1', 'example.com'])('is not %s without authentication', async (host) => {
    await expect(openGateway({ host })).rejects.toThrow(
      new RegExp(`Refusing to listen on '${host}' without authentication.*Add http\\.tokens .* or http\\.oauth`),
    );
    await expect(openGateway({ host, tokens: [] })).rejects.toThrow('Refusing to listen');
  });

  it('may be any address with tokens, with a warning for the operator', async () => {
    const gateway = await openGateway({ host: '0.0.0.0', tokens: ALICES });
    expect(await gateway.send('/mcp', { ...POST, headers: bearer(ALICE) })).toMatchObject({ status: 200 });
    expect(await gateway.send('/mcp', { headers: { ...bearer(ALICE), host: 'tools.example' } })).toMatchObject({
      status: 403,
    });
    expect(gateway.warnings.join('\n')).toMatch(/without TLS[\s\S]*http\.allowedHosts is empty/);
  });

  it('does not accept a wildcard host without tokens', async () => {
    await expect(openGateway({ allowedHosts: ['*'] })).rejects.toThrow("remove '*' from http.allowedHosts");
    const gateway = await openGateway({ allowedHosts: ['*'], tokens: ALICES });
    const headers = { ...bearer(ALICE), host: 'anything.example:8080' };
    expect(await gateway.send('/mcp', { ...POST, headers })).toMatchObject({ status: 200 });
  });

  it('is named in the error when its port is in use', async () => {
    const { port } = await openGateway();
    await expect(openGateway({ port })).rejects.toThrow(`Port ${port} is in use`);
  });
});

describe('hosts and origins of the configuration', () => {
  const config = { allowedHosts: ['Tools.example:443'], allowedOrigins: ['https://app.example', 'chat.example'] };

  it.each([
    { host: 'tools.example' },
    { host: 'TOOLS.example:8080' },
    { origin: 'https://app.example' },
    { origin: 'http://chat.example:3000' },
    { host: 'tools.example', origin: 'https://tools.example' },
  ])('let %o in', async (headers) => {
    const gateway = await openGateway(config);
    expect(await gateway.send('/mcp', { ...POST, headers })).toMatchObject({ status: 200 });
  });

  it.each([
    { origin: 'http://app.example' },
    { origin: 'https://app.example:444' },
    { origin: 'https://app.example.evil.example' },
    { origin: 'https://tools.example' },
  ])('keep %o out', async (headers) => {
    const gateway = await openGateway(config);
    expect(await gateway.send('/mcp', { ...POST, headers })).toMatchObject({ status: 403 });
  });

  it('let a page of an allowed origin send a preflight and a request, and read the session header', async () => {
    const gateway = await openGateway({ ...config, tokens: ALICES });
    const origin = 'https://app.example';
    const asked = await gateway.send('/mcp', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,mcp-param-region',
      },
    });
    expect(asked).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': origin,
        'access-control-allow-headers': 'authorization,content-type,mcp-param-region',
        vary: 'origin',
      },
    });
    expect(asked.headers['access-control-allow-credentials']).toBeUndefined();
    const sent = await gateway.send('/mcp', { ...POST, headers: { origin, ...bearer(ALICE) } });
    expect(sent).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': origin } });
    expect(sent.headers['access-control-expose-headers']).toContain('Mcp-Session-Id');
  });

  it('reject the preflight of another origin', async () => {
    const gateway = await openGateway(config);
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const asked = await gateway.send('/mcp', { method: 'OPTIONS', headers });
    expect(asked.status).toBe(403);
    expect(asked.headers['access-control-allow-origin']).toBeUndefined();
  });
});

it('allows a wildcard origin only with tokens', async () => {
  const allowedOrigins = ['*'];
  await expect(openGateway({ allowedOrigins })).rejects.toThrow("remove '*' from http.allowedOrigins");
  const gateway = await openGateway({ allowedOrigins, tokens: ALICES });
  const headers = { origin: 'https://anything.example', ...bearer(ALICE) };
  expect(await gateway.send('/mcp', { ...POST, headers })).toMatchObject({ status: 200 });
  expect(await gateway.send('/mcp', { ...POST, headers: { ...headers, origin: 'null' } })).toMatchObject({
    status: 403,
  });
});

describe('operator endpoints', () => {
  it('/health answers every client, with any Host', async () => {
    const gateway = await openGateway({ tokens: ALICES });
    expect(await gateway.send('/health', { headers: { host: '10.1.2.3:8080' } })).toMatchObject({ status: 200 });
    expect(await gateway.send('/health', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
    expect(await gateway.send('/health', { method: 'POST' })).toMatchObject({ status: 405 });
  });

  it('/ready answers yes or no to a probe, with details for clients with the right to watch', async () => {
    const watcher = { name: 'watcher', token: 'the-token-of-the-watcher', rights: ['watch' as const] };
    const readiness = () => ({ ready: false, starting: ['github'] });
    const gateway = await openGateway({ tokens: [...ALICES, watcher] }, { readiness });
    const no = { status: 503, body: '{"ready":false}' };
    expect(await gateway.send('/ready', { headers: { host: '10.1.2.3' } })).toMatchObject(no);
    expect(await gateway.send('/ready', { headers: bearer(ALICE) })).toMatchObject(no);
    expect(await gateway.send('/ready', { headers: { ...bearer(watcher.token), host: 'evil.example' } })).toMatchObject(
      no,
    );
    expect(await gateway.send('/ready', { headers: bearer(watcher.token) })).toMatchObject({
      status: 503,
      body: '{"ready":false,"starting":["github"]}',
    });
    const local = await openGateway();
    expect(await local.send('/ready')).toMatchObject({ status: 200, body: '{"ready":true,"servers":3}' });
  });

  it('/metrics requires the right to watch', async () => {
    const watcher = { name: 'watcher', token: 'the-token-of-the-watcher', rights: ['watch' as const] };
    const gateway = await openGateway({ tokens: [...ALICES, watcher] }, { metrics: async () => 'foldout_up 1\n' });
    expect(await gateway.send('/metrics')).toMatchObject({ status: 401 });
    expect(await gateway.send('/metrics', { headers: bearer(ALICE) })).toMatchObject({ status: 403 });
    expect(await gateway.send('/metrics', { headers: bearer(watcher.token) })).toMatchObject({ status: 200 });
  });

  it('logs every request under a principal name that a client cannot choose', async () => {
    const seen: string[] = [];
    const observe = ({ route, method, status }: { route: string; method: string; status: number }) =>
      void seen.push(`${method} ${route} ${status}`);
    const gateway = await openGateway({}, { observe });
    await gateway.send('/mcp', POST);
    await gateway.send('/health');
    await gateway.send('/what/a/stranger/types');
    await gateway.listener.close();
    expect(seen).toEqual(['POST /mcp 200', 'GET /health 200', 'GET other 404']);
  });
});

it('answers with 500 and a log line when the handler fails, and continues', async () => {
  const gateway = await openGateway({}, { mcp: () => Promise.reject(new Error('secret detail')) });
  const reply = await gateway.send('/mcp', POST);
  expect(reply.status).toBe(500);
  expect(reply.body).not.toContain('secret');
  expect(gateway.problems.map(({ message }) => message)).toEqual(['secret detail']);
});

it('applies new tokens without a restart, and refuses to remove the last one on a public address', async () => {
  const gateway = await openGateway({ host: '0.0.0.0', tokens: ALICES });
  expect(() => gateway.listener.update({ tokens: [] })).toThrow('Refusing to listen');
  expect(await gateway.send('/mcp', { ...POST, headers: bearer(ALICE) })).toMatchObject({ status: 200 });
  gateway.listener.update({ tokens: [{ name: 'carol', token: 'carol-has-come-instead' }] });
  expect(await gateway.send('/mcp', { ...POST, headers: bearer(ALICE) })).toMatchObject({ status: 401 });
  expect(await gateway.send('/mcp', { ...POST, headers: bearer('carol-has-come-instead') })).toMatchObject({
    status: 200,
  });
});
