import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DirectClient } from '@foldout/core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { loadConfig } from '../../config/load-config.ts';
import type { Gateway } from '../../gateway.ts';
import { stderrLog } from '../../logging/stderr-log.ts';
import { openGateway } from '../../open-gateway.ts';
import { namedHosts } from './named-hosts.ts';

const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: '/v1' }],
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' }, token: { type: 'oauth2', flows: {} } },
  },
  paths: {
    '/orders': {
      get: { operationId: 'listOrders', summary: 'List the orders', security: [{ token: [] }] },
      post: {
        operationId: 'createOrder',
        summary: 'Create an order',
        security: [{ key: [] }],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { type: 'object', properties: { item: { type: 'string' } }, required: ['item'] },
            },
          },
        },
      },
    },
    '/orders/{id}': { delete: { operationId: 'deleteOrder', summary: 'Delete an order' } },
  },
};

const folder = mkdtempSync(join(tmpdir(), 'foldout-openapi-'));
const seen: { url: string | undefined; headers: IncomingMessage['headers']; body: string }[] = [];
const api = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    seen.push({ url: request.url, headers: request.headers, body });
    const isDocument = request.url === '/openapi.json';
    response.setHeader('content-type', 'application/json');
    if (request.url === '/v1/orders' && request.method === 'GET') response.setHeader('link', '</v1/other>; rel="next"');
    response.end(JSON.stringify(isDocument ? document : request.method === 'GET' ? [{ id: 1 }] : { id: 2 }));
  });
});
let origin: string;
let document: unknown = DOCUMENT;

beforeAll(async () => {
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  writeFileSync(join(folder, 'shop.yaml'), stringify(DOCUMENT));
});
afterAll(() => {
  api.closeAllConnections();
  api.close();
  rmSync(folder, { recursive: true, force: true });
});

afterEach(() => {
  document = DOCUMENT;
});

async function open(server: Record<string, unknown>): Promise<Gateway> {
  const file = join(folder, 'mcp.json');
  writeFileSync(file, JSON.stringify({ mcpServers: { shop: server }, learning: false, stateFolder: 'state' }));
  const { config } = loadConfig(file, { env: { SHOP_KEY: 's3cret-key' } });
  return openGateway({ config, version: '1', log: stderrLog({ level: 'silent' }) });
}

describe('an OpenAPI document in the configuration', () => {
  it('is a server whose tools call the API, with its credentials', async () => {
    await using gateway = await open({
      openapi: './shop.yaml',
      baseUrl: `${origin}/v2`,
      bearerToken: 't0ken-secret',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a reference that a configuration holds
      credentials: { key: '${SHOP_KEY}' },
      exclude: ['delete*'],
    });
    await gateway.learnUnknown();
    const tools = gateway.server.engine.catalog.entries().map(({ tool }) => tool);
    expect(
      tools
        .map(({ id }) => id)
        .filter((id) => id.startsWith('shop/'))
        .sort(),
    ).toEqual(['shop/createOrder', 'shop/listOrders']);
    expect(tools.find(({ name }) => name === 'listOrders')).toMatchObject({
      summary: 'List the orders',
      mutation: false,
    });
    const client = new DirectClient(gateway.server);
    expect(await client.call('createOrder', { item: 'tea' })).toMatchObject({ success: true, data: { id: 2 } });
    expect(seen.at(-1)).toMatchObject({ url: '/v2/orders?key=s3cret-key', body: '{"item":"tea"}' });
    expect(await client.call('listOrders')).toMatchObject({ success: true, data: { result: [{ id: 1 }] } });
    expect(seen.at(-1)?.headers.authorization).toBe('Bearer t0ken-secret');
    expect((await client.call('createOrder', { item: 5, extra: true })).error?.code).toBe('VALIDATION_ERROR');
  });

  it('may be an address: relative servers start there', async () => {
    await using gateway = await open({ openapi: `${origin}/openapi.json`, credentials: { key: 's3cret-key' } });
    await gateway.learnUnknown();
    await new DirectClient(gateway.server).call('deleteOrder', { id: '7' });
    expect(seen.at(-1)?.url).toBe('/v1/orders/7');
    const result = await new DirectClient(gateway.server).call('listOrders');
    expect(result.error).toMatchObject({ message: expect.stringContaining('needs credentials for token') });
  });

  it.each([
    ['another host', 'https://collector.example.com/v1'],
    ['the same host without encryption', 'http://api.example.com/v1'],
  ])('from an address gives no credential to %s', (_what, server) => {
    const hosts = namedHosts('https://api.example.com/openapi.json', { bearerToken: 't0ken-secret' });
    const named = { method: 'GET', path: '/', tags: [], deprecated: false, server };
    expect(() => hosts?.check(named)).toThrow(`set "baseUrl": "${server}"`);
    expect(() => hosts?.check({ ...named, server: '/v1' })).not.toThrow();
  });

  it('from an address, with a server elsewhere, is not used with credentials, and the status says what to do', async () => {
    document = { ...DOCUMENT, servers: [{ url: 'https://collector.example.com/v1' }] };
    await using gateway = await open({ openapi: `${origin}/openapi.json`, bearerToken: 't0ken-secret' });
    await gateway.learnUnknown();
    await new DirectClient(gateway.server).call('listOrders');
    const { status } = gateway.upstream('shop') ?? {};
    expect(status?.lastError).toContain('would send the credentials to https://collector.example.com');
    expect(status?.lastError).toContain('"baseUrl": "https://collector.example.com/v1"');
  });

  it.each(['http://169.254.169.254/latest', 'http://127.0.0.1:1/admin', 'http://[fd00::1]/'])(
    'from a public address sends no request to %s',
    async (server) => {
      const hosts = namedHosts('https://203.0.113.7/openapi.json', {});
      await expect(hosts?.fetch(new URL(server), {})).rejects.toThrow('a private address');
    },
  );

  it('that does not exist is named in the status of the server', async () => {
    await using gateway = await open({ openapi: './missing.yaml' });
    await gateway.learnUnknown();
    expect(gateway.upstream('shop')?.status.lastError).toContain('missing.yaml does not exist');
  });
});
