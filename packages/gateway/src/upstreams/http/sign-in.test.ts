import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GuardedServer } from '../../../../../test/fixtures/guarded-server.ts';
import {
  call,
  MemoryCredentials,
  textOf,
  type WatchedUpstream,
  watchedUpstream,
} from '../../../../../test/fixtures/upstreams.ts';
import { UpstreamUnavailable } from '../upstream.ts';

/** Simulates a user whose browser follows redirects. */
const browser = (url: URL): void => void fetch(url).then((response) => response.text());

let server: GuardedServer;
let credentials: MemoryCredentials;
const opened: WatchedUpstream[] = [];
function open(options = {}): WatchedUpstream {
  const upstream = watchedUpstream({ url: server.url }, { credentials, ...options });
  opened.push(upstream);
  return upstream;
}

beforeEach(async () => {
  server = await GuardedServer.start();
  credentials = new MemoryCredentials();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((upstream) => upstream.close()));
  await server[Symbol.asyncDispose]();
});

describe('a server that asks for a sign-in', () => {
  it('reports it with the next step', async () => {
    const upstream = open();
    const failure = await call(upstream, 'vault').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UpstreamUnavailable);
    expect(failure).toMatchObject({ reason: 'needs-auth', retryable: false });
    expect(upstream.status).toMatchObject({
      state: 'needs-auth',
      todo: 'Ask the user to run: foldout auth tested',
    });
    expect(server.registered).toEqual([]);
  });

  it('is usable after a user has signed in, and its tools are known at once', async () => {
    const upstream = open();
    await call(upstream, 'vault').catch(() => {});
    await upstream.authorize({ onLink: browser });
    expect(upstream.status.state).toBe('ready');
    expect(upstream.manifest?.tools).toEqual([expect.objectContaining({ name: 'vault' })]);
    expect(textOf(await call(upstream, 'vault'))).toBe('gold');
  });

  it('needs no second sign-in, also in another gateway that waits for it', async () => {
    const waiting = open();
    await call(waiting, 'vault').catch(() => {});
    expect(waiting.status.state).toBe('needs-auth');
    await open().authorize({ onLink: browser });
    expect(textOf(await call(waiting, 'vault'))).toBe('gold');
    expect(textOf(await call(open(), 'vault'))).toBe('gold');
    expect(server.registered).toHaveLength(1);
  });

  it('refreshes expired tokens automatically', async () => {
    const upstream = open();
    await upstream.authorize({ onLink: browser });
    server.revoke();
    expect(textOf(await call(upstream, 'vault'))).toBe('gold');
    expect(server.refreshes).toBe(1);
  });

  it('asks again when the refresh token has expired', async () => {
    const upstream = open();
    await upstream.authorize({ onLink: browser });
    server.revoke(true);
    await expect(call(upstream, 'vault')).rejects.toMatchObject({ reason: 'needs-auth' });
    expect(upstream.status.state).toBe('needs-auth');
    expect(server.registered).toHaveLength(1);
    await upstream.authorize({ onLink: browser });
    expect(textOf(await call(upstream, 'vault'))).toBe('gold');
  });

  it('never reveals its tokens', async () => {
    const upstream = open();
    await upstream.authorize({ onLink: browser });
    const [access] = server.tokens;
    server.revoke(true);
    const failure = await call(upstream, 'vault').catch((error: Error) => error);
    const said = JSON.stringify([upstream.status, upstream.logged, upstream.events, String(failure), failure]);
    expect(said).not.toContain(access);
    expect(said).not.toContain('refresh-');
  });

  it('rejects a callback with a forged state', async () => {
    const upstream = open();
    const controller = new AbortController();
    const forged: number[] = [];
    const authorizing = upstream.authorize({
      signal: controller.signal,
      onLink: async (url) => {
        const back = new URL(url.searchParams.get('redirect_uri') as string);
        back.search = '?code=stolen&state=guessed';
        forged.push((await fetch(back)).status);
        controller.abort(new Error('given up'));
      },
    });
    await expect(authorizing).rejects.toThrow('given up');
    expect(forged).toEqual([404]);
    expect(server.tokens.size).toBe(0);
  });

  it('reports that the user refused', async () => {
    server.denies = true;
    await expect(open().authorize({ onLink: browser })).rejects.toThrow('the sign-in was refused: access_denied');
  });

  it('has no sign-in if it runs over stdio', async () => {
    const upstream = watchedUpstream({ command: 'node' });
    await expect(upstream.authorize({ onLink: browser })).rejects.toThrow('nothing to sign in to');
  });
});
