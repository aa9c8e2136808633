import { describe, expect, it } from 'vitest';
import { callerAuth, ownerIn, readFetchOptions } from './request-owner.ts';

const authInfo = { token: 't', clientId: 'app', scopes: ['a'], extra: { userId: 'ada' } };

describe('the second argument of server.fetch', () => {
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['the bindings of a Worker', { DB: {}, name: 'prod', authInfo: 'secret', owner: 'ops' }],
    ['the parameters of a route in Next.js', { params: Promise.resolve({ name: 'x' }) }],
    ['the connection of Deno', { remoteAddr: { hostname: '127.0.0.1' }, completed: Promise.resolve() }],
    ['a server of Bun', { port: 1, fetch: () => undefined, name: 'bun' }],
    ['a text', 'x'],
    ['an identity with missing fields', { authInfo: { token: 't' }, owner: {} }],
  ])('gives no identity if it is %s', (_what, given) => {
    expect(readFetchOptions(given)).toEqual({ options: {}, owner: undefined, principal: undefined });
  });

  it('gives the identity in the form of the SDK, and the parsed body', () => {
    const read = readFetchOptions({ authInfo, parsedBody: { id: 1 } });
    expect(read.options).toEqual({ authInfo, parsedBody: { id: 1 } });
    expect(callerAuth(read.options.authInfo)).toEqual(authInfo);
  });

  it('tells apart the users of one OAuth client', () => {
    const other = { ...authInfo, extra: { userId: 'bob' } };
    expect(readFetchOptions({ authInfo }).principal).not.toBe(readFetchOptions({ authInfo: other }).principal);
  });

  it('may have an owner beside the identity; handlers see only the identity', () => {
    const owner = { name: 'clerk' };
    const { options, principal } = readFetchOptions({ authInfo, owner });
    expect(principal).toBe('clerk');
    expect(ownerIn(options.authInfo)).toBe(owner);
    expect(callerAuth(options.authInfo)).toEqual(authInfo);
    expect(callerAuth(readFetchOptions({ owner }).options.authInfo)).toBeUndefined();
  });
});
