// The server that every file here mounts: 100 commands from an OpenAPI document and 20 written by hand, with a check of
// bearer tokens in place of a real authorization server.
import { createMcpServer } from '@foldout/server';
import { commandsFromOpenApi } from '@foldout/server/openapi';
import { ownCommands } from './own-commands.mjs';
import { document, fetchApi } from './shop-api.mjs';

const USERS = { 'token-of-ada': 'ada', 'token-of-bob': 'bob' };

export const server = createMcpServer({
  name: 'shop',
  version: '1.0.0',
  toolStrategy: 'lazy',
  log: () => {},
  commands: [
    // The API gets the token of the caller.
    ...commandsFromOpenApi(document, { fetch: fetchApi, auth: (_scheme, { auth }) => auth?.token }),
    ...ownCommands,
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
