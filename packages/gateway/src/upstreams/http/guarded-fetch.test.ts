import { describe, expect, it } from 'vitest';
import { guardedFetch } from './guarded-fetch.ts';

const PUBLIC = 'https://mcp.example.com/mcp';
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'mcp.example.com': ['93.184.216.34'],
  'login.example.com': ['93.184.216.35'],
  'rebound.example.com': ['93.184.216.35', '10.0.0.7'],
  'intranet.example.com': ['192.168.7.7'],
};

interface Asked {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly method: string;
  readonly body: unknown;
}

function guarded(server: string, redirects: Readonly<Record<string, readonly [status: number, to: string]>> = {}) {
  const asked: Asked[] = [];
  const send = (async (url: URL, { headers, method = 'GET', body }: RequestInit) => {
    asked.push({ url: url.href, headers: Object.fromEntries(new Headers(headers)), method, body });
    const [status, location] = redirects[url.href] ?? [200, ''];
    return new Response(null, { status, headers: { location } });
  }) as typeof fetch;
  const fetched = guardedFetch(server, send, async (host) => NAMES[host] ?? []);
  return { fetched, asked };
}

describe('addresses that a public server names', () => {
  it.each([
    'http://127.0.0.1/.well-known/oauth-authorization-server',
    'http://localhost:8500/v1/kv',
    'http://a.localhost/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.1.2.3/',
    'http://172.31.0.1/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://0.0.0.0/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://[::1]/',
    'http://[::]/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'https://intranet.example.com/',
    'https://rebound.example.com/',
    'file:///etc/passwd',
  ])('are not asked if they are internal: %s', async (address) => {
    const { fetched, asked } = guarded(PUBLIC);
    await expect(fetched(address)).rejects.toThrow(/^refused to ask/);
    expect(asked).toEqual([]);
  });

  it('are asked if they are public', async () => {
    const { fetched, asked } = guarded(PUBLIC);
    await fetched('https://login.example.com/.well-known/oauth-authorization-server');
    expect(asked).toHaveLength(1);
  });

  it('are not asked through a redirect either', async () => {
    const { fetched, asked } = guarded(PUBLIC, { [PUBLIC]: [302, 'http://169.254.169.254/'] });
    await expect(fetched(PUBLIC)).rejects.toThrow(/refused to ask 169\.254\.169\.254/);
    expect(asked).toHaveLength(1);
  });
});

it.each(['http://127.0.0.1:3000/mcp', 'https://intranet.example.com/mcp'])(
  'a server that is itself internal may name internal addresses: %s',
  async (server) => {
    const { fetched, asked } = guarded(server);
    await fetched('http://127.0.0.1:4000/.well-known/oauth-authorization-server');
    expect(asked).toHaveLength(1);
  },
);

describe('a redirect', () => {
  const secret = { 'x-api-key': 'secret', authorization: 'Bearer secret', accept: 'application/json' };

  it('within the server keeps message and headers', async () => {
    const { fetched, asked } = guarded(PUBLIC, { [PUBLIC]: [307, '/v2/mcp'] });
    await fetched(PUBLIC, { method: 'POST', headers: secret, body: '{}' });
    expect(asked[1]).toEqual({ url: 'https://mcp.example.com/v2/mcp', method: 'POST', body: '{}', headers: secret });
  });

  it('to another server takes no credential along', async () => {
    const { fetched, asked } = guarded(PUBLIC, { [PUBLIC]: [302, 'https://login.example.com/'] });
    await fetched(PUBLIC, { headers: secret });
    expect(asked[1]?.headers).toEqual({ accept: 'application/json' });
  });

  it('to another server takes no message along', async () => {
    const { fetched, asked } = guarded(PUBLIC, { [PUBLIC]: [308, 'https://login.example.com/'] });
    await expect(fetched(PUBLIC, { method: 'POST', headers: secret, body: '{}' })).rejects.toThrow(/another server/);
    expect(asked).toHaveLength(1);
  });

  it('is followed five times at most', async () => {
    const { fetched, asked } = guarded(PUBLIC, { [PUBLIC]: [302, PUBLIC] });
    await expect(fetched(PUBLIC)).rejects.toThrow('more than 5 times');
    expect(asked).toHaveLength(6);
  });
});
