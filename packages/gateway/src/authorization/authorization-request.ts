import { grantOf, SCOPES_SUPPORTED } from '../http/oauth-scopes.ts';
import { MCP_PATH } from '../http/routes.ts';
import type { OAuthClient } from './registered-clients.ts';

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const MAX_STATE = 2_000;
const MAX_SCOPES = 50;
const DEFAULT_SCOPE = 'foldout:use';

/** A request that a user can be asked about. */
export interface AuthorizationRequest {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly challenge: string;
  readonly scopes: readonly string[];
}

/** Why a request is refused. `redirectUri`: absent as long as it is not known to belong to the client. */
export interface RefusedRequest {
  readonly error: 'invalid_request' | 'unsupported_response_type' | 'invalid_target' | 'invalid_scope';
  readonly message: string;
  readonly redirectUri?: string | undefined;
  readonly state?: string | undefined;
}

/** Checks a request for authorization. Until its redirect URI is checked, nothing is sent there. */
export function readRequest(
  query: URLSearchParams,
  client: OAuthClient | undefined,
  publicUrl: string,
): AuthorizationRequest | RefusedRequest {
  const repeated = [...new Set(query.keys())].find((name) => name !== 'resource' && query.getAll(name).length > 1);
  if (repeated !== undefined)
    return { error: 'invalid_request', message: `'${repeated.slice(0, 50)}' is there twice.` };
  if (!client) {
    const message = 'This gateway does not know the client. Remove the connection in the client, and add it again.';
    return { error: 'invalid_request', message };
  }
  const redirectUri = query.get('redirect_uri') ?? '';
  if (!client.redirectUris.includes(redirectUri)) {
    const message = 'The client wants to send you to an address that it has not registered (redirect_uri).';
    return { error: 'invalid_request', message };
  }
  const state = query.get('state') ?? undefined;
  const refused = (error: RefusedRequest['error'], message: string): RefusedRequest => {
    return { error, message, redirectUri, state: (state?.length ?? 0) > MAX_STATE ? undefined : state };
  };
  if ((state?.length ?? 0) > MAX_STATE)
    return refused('invalid_request', `state is longer than ${MAX_STATE} characters`);
  if (query.get('response_type') !== 'code')
    return refused('unsupported_response_type', 'response_type has to be code');
  const challenge = query.get('code_challenge') ?? '';
  if (query.get('code_challenge_method') !== 'S256' || !CHALLENGE.test(challenge)) {
    return refused('invalid_request', 'PKCE with code_challenge_method S256 is required');
  }
  if (!query.getAll('resource').every((resource) => isOurs(resource, publicUrl))) {
    return refused('invalid_target', `resource has to be ${new URL(MCP_PATH, publicUrl).href}`);
  }
  const scopes = scopesIn(query.get('scope') ?? '');
  if (scopes.length > MAX_SCOPES) return refused('invalid_scope', `more than ${MAX_SCOPES} scopes`);
  return { client, redirectUri, state, challenge, scopes };
}

/** Scopes of other meaning, such as `openid`, are left out. A client that asks for nothing asks to use tools. */
function scopesIn(text: string): readonly string[] {
  const known = [...new Set(text.split(' '))].filter((scope) => {
    return SCOPES_SUPPORTED.includes(scope) || grantOf([scope]).rights.length > 0;
  });
  return known.length > 0 ? known : [DEFAULT_SCOPE];
}

/** The MCP endpoint, that of a profile, or the gateway as a whole. */
function isOurs(resource: string, publicUrl: string): boolean {
  if (!URL.canParse(resource)) return false;
  const { origin, pathname, search } = new URL(resource);
  if (origin !== new URL(publicUrl).origin || search !== '') return false;
  return pathname === '/' || pathname === MCP_PATH || pathname.startsWith(`${MCP_PATH}/p/`);
}

export function isRefused(request: AuthorizationRequest | RefusedRequest): request is RefusedRequest {
  return 'error' in request;
}

/** Where to send a user with an answer. `iss` (RFC 9207): a client with several authorization servers cannot mix them up. */
export function answerUrl(
  { redirectUri, state, issuer }: { redirectUri: string; state: string | undefined; issuer: string },
  answer: Readonly<Record<string, string>>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...answer, iss: issuer })) url.searchParams.set(name, value);
  if (state !== undefined) url.searchParams.set('state', state);
  return url.href;
}
