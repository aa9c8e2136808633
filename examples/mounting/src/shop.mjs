// The server that every file here mounts, and a check of bearer tokens in place of a real authorization server.
import { createMcpServer, defineCommand, success } from '@foldout/server';
import { z } from 'zod';

const USERS = { 'token-of-ada': 'ada', 'token-of-bob': 'bob' };

export const server = createMcpServer({
  name: 'shop',
  version: '1.0.0',
  toolStrategy: 'lazy',
  log: () => {},
  commands: [
    defineCommand({
      name: 'order-get',
      description: 'Get an order of the customer who asks',
      mutation: false,
      input: z.object({ id: z.string() }),
      handler: ({ id }, { auth }) => success({ id, customer: auth?.extra?.userId ?? null }),
    }),
  ],
});

/** The identity behind an `Authorization` header, in the form of the MCP SDK; undefined for an unknown token. */
export function authInfoOf(header) {
  const token = header?.startsWith('Bearer ') ? header.slice(7) : '';
  const userId = USERS[token];
  return userId && { token, clientId: 'shop-app', scopes: ['orders'], extra: { userId } };
}

/** For runtimes with web-standard handlers: refuses unknown tokens, and passes the identity on. */
export async function handle(request) {
  const authInfo = authInfoOf(request.headers.get('authorization'));
  if (!authInfo) return new Response('Send a bearer token.', { status: 401 });
  return server.fetch(request, { authInfo });
}
