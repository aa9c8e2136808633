import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RequestedToken } from './token-source.ts';

interface Asked {
  readonly authorization: string | undefined;
  readonly form: Readonly<Record<string, string>>;
}

let server: Server;
let tokenUrl: string;
let asked: Asked[];
let answer: { status: number; body: object };

beforeEach(async () => {
  asked = [];
  answer = { status: 200, body: {} };
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    asked.push({ authorization: request.headers.authorization, form: Object.fromEntries(new URLSearchParams(body)) });
    const token = { access_token: `token ${asked.length}`, token_type: 'Bearer', expires_in: 600, ...answer.body };
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(token));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  tokenUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`;
});
afterEach(() => void server.close());

const client = { clientId: 'gate way', clientSecret: 'a:b' };

describe('a token in exchange for that of the caller', () => {
  it('is requested as RFC 8693 says, and kept until the caller has another', async () => {
    let caller = 'first of ada';
    const source = new RequestedToken(
      { kind: 'exchange', tokenUrl, ...client, audience: 'files', scopes: ['read', 'write'] },
      () => caller,
    );
    expect([await source.token(), await source.token()]).toEqual(['token 1', 'token 1']);
    expect(asked).toEqual([
      {
        authorization: `Basic ${Buffer.from('gate+way:a%3Ab').toString('base64')}`,
        form: {
          grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
          subject_token: 'first of ada',
          subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
          audience: 'files',
          scope: 'read write',
        },
      },
    ]);
    caller = 'second of ada';
    expect(await source.token()).toBe('token 2');
    expect(asked[1]?.form['subject_token']).toBe('second of ada');
  });

  it('is requested again after the server has refused it, or when it expires', async () => {
    const source = new RequestedToken({ kind: 'exchange', tokenUrl, ...client }, () => 'of ada');
    await source.token();
    await source.onUnauthorized();
    expect(await source.token()).toBe('token 2');
    answer = { status: 200, body: { expires_in: 0.002 } };
    await source.onUnauthorized();
    await source.token();
    await expect.poll(() => source.token()).toBe('token 4');
  });

  it('shows no token in its errors', async () => {
    answer = { status: 400, body: { error: 'invalid_grant', error_description: 'bad token: of ada' } };
    const source = new RequestedToken({ kind: 'exchange', tokenUrl, ...client }, () => 'of ada');
    await expect(source.token()).rejects.toThrow('gave no token: HTTP status 400 (invalid_grant)');
    // The next call tries again.
    answer = { status: 200, body: {} };
    expect(await source.token()).toBe('token 2');
  });
});

it('gets a token for the gateway itself with client credentials', async () => {
  const resource = 'https://files.example/mcp';
  const source = new RequestedToken({ kind: 'client', tokenUrl, ...client, resource }, () => 'of ada');
  expect(await source.token()).toBe('token 1');
  expect(asked[0]?.form).toEqual({ grant_type: 'client_credentials', resource });
});
