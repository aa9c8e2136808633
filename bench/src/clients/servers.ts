import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { everything } from '../gateway/upstreams.ts';
import type { Secrets } from './marks.ts';
import {
  BROKEN_SERVER,
  SIGN_IN_SERVER,
  SLOW_MS,
  SLOW_SERVER,
  TASK_SERVER,
  TASK_TOOL,
  upstreamTools,
} from './upstream-tools.ts';

const UPSTREAM = join(import.meta.dirname, 'programs/upstream.js');

/** `cold`: nothing is known, and three of ten servers do not answer in time. `warm`: eight servers, all known. */
export const STATES = ['cold', 'warm'] as const;
export type State = (typeof STATES)[number];

export interface Servers extends AsyncDisposable {
  /** The `mcpServers` of the gateway's configuration. */
  entries(state: State): Readonly<Record<string, unknown>>;
}

export async function startServers({ secret, sizes }: Secrets): Promise<Servers> {
  const signIn = createServer((_, response) => {
    response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' }).end();
  });
  await new Promise<void>((listening) => signIn.listen(0, '127.0.0.1', listening));
  const { port } = signIn.address() as AddressInfo;
  const node = (...args: string[]) => ({ command: process.execPath, args });
  const answering = Object.fromEntries(
    Object.keys(upstreamTools(sizes)).map((name) => [
      name,
      node(UPSTREAM, name, secret, sizes.join(','), ...(name === SLOW_SERVER ? [String(SLOW_MS)] : [])),
    ]),
  );
  const all = { ...answering, [TASK_SERVER]: { ...everything()[TASK_SERVER], include: [TASK_TOOL] } };
  const others = {
    [SIGN_IN_SERVER]: { url: `http://127.0.0.1:${port}/mcp` },
    [BROKEN_SERVER]: node('-e', 'console.error("The device is not connected."); process.exit(1)'),
  };
  return {
    entries: (state) => (state === 'cold' ? { ...all, ...others } : all),
    [Symbol.asyncDispose]: async () => {
      signIn.closeAllConnections();
      signIn.close();
    },
  };
}
