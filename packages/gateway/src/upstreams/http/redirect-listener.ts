import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const PATH = '/callback';
const DONE =
  '<!doctype html><meta charset="utf-8"><title>Foldout</title><p>You are signed in. You can close this page.';
const FAILED =
  '<!doctype html><meta charset="utf-8"><title>Foldout</title><p>The sign-in failed. You can close this page.';

export interface RedirectListener {
  readonly url: string;
  /** The authorization code from the browser. Rejects when the server refused, or `signal` is aborted. */
  wait(state: string, signal: AbortSignal | undefined): Promise<{ code: string; iss: string | undefined }>;
  close(): void;
}

/** Listens on loopback for the redirect of the browser after a sign-in. */
export async function listenForRedirect(port: number): Promise<RedirectListener> {
  const redirect = resolvers<URLSearchParams>();
  redirect.promise.catch(() => {});
  let expected: string | undefined;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    // The OAuth `state` protects from CSRF: any page can send a browser to this address.
    if (url.pathname !== PATH || expected === undefined || url.searchParams.get('state') !== expected) {
      response.writeHead(404).end();
      return;
    }
    const page = url.searchParams.has('code') ? DONE : FAILED;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', connection: 'close' }).end(page);
    redirect.resolve(url.searchParams);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`,
    async wait(state, signal) {
      expected = state;
      const onAbort = (): void => redirect.reject(signal?.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
      if (signal?.aborted) onAbort();
      try {
        return codeIn(await redirect.promise);
      } finally {
        signal?.removeEventListener('abort', onAbort);
      }
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** What the browser brings back. Throws if the server has refused the sign-in. */
export function codeIn(query: URLSearchParams): { code: string; iss: string | undefined } {
  const code = query.get('code');
  if (code === null) throw new Error(`the sign-in was refused: ${errorOf(query)}`);
  return { code, iss: query.get('iss') ?? undefined };
}

/** The OAuth error code only. The description is text of the server, and is not shown. */
function errorOf(params: URLSearchParams): string {
  return (params.get('error') ?? 'no reason given').replace(/[^\w .-]/g, '').slice(0, 80);
}

interface Resolvers<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
}

function resolvers<T>(): Resolvers<T> {
  let resolve: (value: T) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<T>((accept, refuse) => {
    resolve = accept;
    reject = refuse;
  });
  return { promise, resolve, reject };
}
