import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RefusingProxy extends AsyncDisposable {
  /** Environment variables that make programs use this proxy for every host but loopback. */
  readonly env: Readonly<Record<string, string>>;
  /** Hosts that programs tried to reach. */
  readonly hosts: ReadonlySet<string>;
}

/** A proxy that refuses every request: a client under test reaches loopback only, and what else it tries is known. */
export async function startRefusingProxy(): Promise<RefusingProxy> {
  const hosts = new Set<string>();
  const server = createServer((request, response) => {
    hosts.add(new URL(request.url ?? '', 'http://unknown').host);
    response.writeHead(403).end();
  });
  server.on('connect', ({ url = '' }, socket) => {
    hosts.add(url);
    // A client that ends while it is refused resets the connection.
    socket.on('error', () => {});
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];
  const noProxy = '127.0.0.1,localhost,::1';
  return {
    hosts,
    env: {
      ...Object.fromEntries(names.flatMap((name) => [name, name.toLowerCase()].map((key) => [key, url]))),
      NO_PROXY: noProxy,
      no_proxy: noProxy,
      // Node 24 and newer use the variables above only with this one.
      NODE_USE_ENV_PROXY: '1',
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
