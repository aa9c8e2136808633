import { opensStream } from '@foldout/server/http';
import type { AccessRight } from '../config/config-schema.ts';
import type { Access } from './access.ts';
import { isRefusal } from './authenticator.ts';
import type { Exchange } from './exchange.ts';
import type { Places } from './places.ts';
import { createPrincipal, type Principal } from './principal.ts';
import { Refused, tryAgainIn } from './refusal.ts';
import { INTENT_HEADER, MCP_PATH, type Route } from './routes.ts';

/** Whoever comes without a token to what needs none. */
export const VISITOR = createPrincipal({ name: 'visitor', rights: [] });

/** Lets in whoever has the right, does not come too often and finds room. Throws `Refused` for everybody else. */
export async function admit(exchange: Exchange, access: Access, right: AccessRight): Promise<Principal> {
  const { request } = exchange;
  const { headers } = request;
  // A page of another site that has a browser ask without saying for whom. On loopback without tokens, it need not bring any.
  if (headers['sec-fetch-site'] === 'cross-site' && headers.origin === undefined) {
    throw new Refused({ status: 403, message: 'Not for pages of other sites.' });
  }
  const { authenticator, rate } = access;
  const identity = authenticator.identify(request);
  const principal = identity instanceof Promise ? await identity : identity;
  if (isRefusal(principal)) throw new Refused(principal);
  const refusal = authenticator.refusal(request, principal, right);
  if (refusal) throw new Refused(refusal);
  const { name } = principal;
  const wait = rate?.take(name) ?? 0;
  if (wait > 0) {
    const message = `'${name}' sends too many requests. Try again in ${wait} s.`;
    throw new Refused({ status: 429, message, headers: tryAgainIn(wait) });
  }
  takePlace(exchange, exchange.path === MCP_PATH && opensStream(request) ? access.streams : access.calls, name);
  return principal;
}

/** Whoever may use a route. */
export async function admitTo(route: Route, exchange: Exchange, access: Access): Promise<Principal> {
  const { authorization, [INTENT_HEADER]: intent } = exchange.request.headers;
  // A browser adds neither by itself, and lets a page of another site add neither.
  if (route.method !== 'GET' && authorization === undefined && intent === undefined) {
    const message = `What changes something needs the header '${INTENT_HEADER}' or a token.`;
    throw new Refused({ status: 403, message });
  }
  if (route.right !== undefined) return admit(exchange, access, route.right);
  takePlace(exchange, access.visits, VISITOR.name);
  return VISITOR;
}

function takePlace({ response }: Exchange, places: Places, name: string): void {
  // It left while its token was looked at: nothing would give the place back.
  if (response.destroyed) throw new Refused({ status: 499, message: 'Nobody is there any more.' });
  if (!places.take(name)) {
    throw new Refused({ status: 503, message: 'There is no room now. Try again in a moment.', headers: tryAgainIn(1) });
  }
  response.once('close', () => places.giveBack(name));
}
