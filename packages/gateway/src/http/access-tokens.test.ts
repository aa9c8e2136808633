import { createHash, timingSafeEqual } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { ALICE, BOB, bearer, openGateway } from '../../../../test/fixtures/http-gateway.ts';
import { AccessTokens } from './access-tokens.ts';
import type { Principal } from './principal.ts';

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  return { ...crypto, timingSafeEqual: vi.fn(crypto.timingSafeEqual) };
});

const digest = (token: string) => createHash('sha256').update(token).digest('hex');

describe('access tokens', () => {
  it('are found by their text or their digest, each with the same principal object', () => {
    const tokens = new AccessTokens([
      { name: 'alice', token: ALICE },
      { name: 'bob', sha256: digest(BOB), rights: ['watch', 'operate'], servers: ['github'] },
    ]);
    expect(tokens.find(ALICE)).toMatchObject({ name: 'alice', rights: new Set(['use']) });
    expect(tokens.find(BOB)).toMatchObject({ name: 'bob', rights: new Set(['watch', 'operate']) });
    expect(tokens.find(ALICE)).toBe(tokens.find(ALICE));
  });

  it.each(['', 'a', ALICE.slice(0, -1), `${ALICE}x`, ALICE.toUpperCase(), digest(ALICE), 'ä'.repeat(5_000)])(
    'are not mistaken: %s',
    (token) => {
      expect(new AccessTokens([{ name: 'alice', token: ALICE }]).find(token)).toBeUndefined();
    },
  );

  it.each([
    [[{ name: 'a' }], "'a' needs either 'token' or 'sha256'."],
    [[{ name: 'a', token: ALICE, sha256: digest(ALICE) }], 'not both'],
    [
      [
        { name: 'a', token: ALICE },
        { name: 'a', token: BOB },
      ],
      "Two tokens are named 'a'",
    ],
    [
      [
        { name: 'a', token: ALICE },
        { name: 'b', sha256: digest(ALICE) },
      ],
      "'a' and 'b' are the same",
    ],
    [[{ name: 'oauth:somebody', token: ALICE }], 'another name'],
  ])('are rejected if they are ambiguous: %o', (tokens, message) => {
    expect(() => new AccessTokens(tokens)).toThrow(message);
  });

  it('never appear in error messages', () => {
    try {
      new AccessTokens([
        { name: 'a', token: ALICE },
        { name: 'b', token: ALICE },
      ]);
      expect.unreachable();
    } catch (error) {
      expect(String(error)).not.toContain(ALICE);
    }
  });

  it('are compared with every known token in constant time', () => {
    const tokens = Array.from({ length: 50 }, (_, index) => ({
      name: `t${index}`,
      token: `token-number-${index}-of-many`,
    }));
    const known = new AccessTokens(tokens);
    for (const token of ['token-number-0-of-many', 'token-number-49-of-many', 'token-number-0-of-manx', 'x']) {
      vi.mocked(timingSafeEqual).mockClear();
      known.find(token);
      expect(timingSafeEqual).toHaveBeenCalledTimes(50);
    }
  });
});

describe('a gateway with tokens', () => {
  const config = {
    tokens: [
      { name: 'alice', token: ALICE },
      { name: 'bob', token: BOB, rights: ['watch' as const] },
    ],
  };
  const post = (headers: Record<string, unknown>) => ({ method: 'POST', headers: headers as never, body: '{}' });

  it('serves a client with a token, and passes the same principal to the handler each time', async () => {
    const seen: Principal[] = [];
    const mcp = async (_request: unknown, principal: Principal) => {
      seen.push(principal);
      return new Response();
    };
    const gateway = await openGateway(config, { mcp });
    expect(await gateway.send('/mcp', post(bearer(ALICE)))).toMatchObject({ status: 200 });
    expect(await gateway.send('/mcp', post({ authorization: `bearer   ${ALICE} ` }))).toMatchObject({ status: 200 });
    expect(seen.map(({ name }) => name)).toEqual(['alice', 'alice']);
    expect(seen[0]).toBe(seen[1]);
  });

  it('asks for a token if there is none', async () => {
    const gateway = await openGateway(config);
    const { status, headers, body } = await gateway.send('/mcp', post({}));
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toBe('Bearer realm="foldout"');
    expect(JSON.parse(body)).toMatchObject({
      jsonrpc: '2.0',
      id: null,
      error: { message: expect.stringContaining('Bearer') },
    });
  });

  it.each([
    `Bearer ${ALICE}x`,
    `Basic ${Buffer.from(`alice:${ALICE}`).toString('base64')}`,
    ALICE,
    `Bearer ${ALICE} ${BOB}`,
    'Bearer',
    'Bearer undefined',
  ])('refuses %s', async (authorization) => {
    const gateway = await openGateway(config);
    expect(await gateway.send('/mcp', post({ authorization }))).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': expect.stringContaining('Bearer realm="foldout"') },
    });
  });

  it('does not read the body of an unauthenticated request', async () => {
    let called = false;
    const gateway = await openGateway(config, {
      mcp: async () => {
        called = true;
        return new Response();
      },
    });
    await gateway.send('/mcp', post({}));
    await gateway.send('/mcp', post(bearer('wrong-token-of-a-stranger')));
    expect(called).toBe(false);
  });

  it('rejects a request whose token lacks a right, and names the right', async () => {
    const gateway = await openGateway(config);
    const { status, headers, body } = await gateway.send('/mcp', post(bearer(BOB)));
    expect(status).toBe(403);
    expect(body).toContain("'bob' lacks the right 'use'");
    expect(headers['www-authenticate']).toContain('error="insufficient_scope", scope="foldout:use"');
  });

  it('rate-limits an address that guesses tokens, but not clients with a token', async () => {
    const gateway = await openGateway(config, { limits: { failuresPerMinute: 3 } });
    const guess = () => gateway.send('/mcp', post(bearer('a-guess-at-somebodys-token')));
    const statuses = [await guess(), await guess(), await guess(), await guess()].map(({ status }) => status);
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect(Number((await guess()).headers['retry-after'])).toBeGreaterThan(0);
    expect(await gateway.send('/mcp', post(bearer(ALICE)))).toMatchObject({ status: 200 });
  });
});
