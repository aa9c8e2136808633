import type { CallerAuth, CallPrincipal, ToolScope } from '@foldout/core';
import { own } from '@foldout/core/internal';
import type { AuthInfo } from '@modelcontextprotocol/server';
import type { Profile } from '../surfaces/surface.ts';

/** The owner of an authenticated request. The host of `server.fetch` authenticates and passes the owner on. */
export interface RequestOwner {
  /** A session belongs to the owner who opened it; other owners cannot use it. */
  readonly name: string;
  /** The tools that exist for this owner; absent: all. Pass the same object for the same owner: views are cached by it. */
  readonly scope?: ToolScope | undefined;
  readonly profile?: Profile | undefined;
  /** Who calls, for the policy. Absent: the user who started this process. */
  readonly principal?: CallPrincipal | undefined;
}

/** The second argument of `server.fetch`: the form of the MCP SDK, and an owner with a scope. */
export interface FetchOptions {
  /** The identity that the host has verified. Handlers read it as `context.auth`. */
  readonly authInfo?: AuthInfo | undefined;
  /** The body, if a framework has read it already. */
  readonly parsedBody?: unknown;
  readonly owner?: RequestOwner | undefined;
}

const OWNER = 'foldout.owner';

/** What the protocol needs of `FetchOptions`. */
export interface ReadOptions {
  readonly options: { readonly authInfo?: AuthInfo; readonly parsedBody?: unknown };
  readonly owner: RequestOwner | undefined;
  /** The identity that a session belongs to. */
  readonly principal: string | undefined;
}

/**
 * Reads the second argument of `server.fetch`. A framework may pass its own (the bindings of a Worker, the parameters of a
 * route, the connection): a field counts only if it has the form of an identity, so that no other object becomes one.
 */
export function readFetchOptions(given: unknown): ReadOptions {
  const authInfo = isAuthInfo(own(given, 'authInfo')) ? (own(given, 'authInfo') as AuthInfo) : undefined;
  const owner = isOwner(own(given, 'owner')) ? (own(given, 'owner') as RequestOwner) : undefined;
  const parsedBody = own(given, 'parsedBody');
  const merged = owner
    ? { ...toAuthInfo(owner), ...authInfo, extra: { ...authInfo?.extra, [OWNER]: owner } }
    : authInfo;
  return {
    options: { ...(merged && { authInfo: merged }), ...(parsedBody !== undefined && { parsedBody }) },
    owner,
    principal: owner?.name ?? (authInfo && principalOf(authInfo)),
  };
}

/** One OAuth client serves many users: the user's id (`extra.sub` or `extra.userId`) is part of the identity. */
function principalOf({ clientId, extra }: AuthInfo): string {
  return JSON.stringify([clientId, extra?.['sub'] ?? extra?.['userId'] ?? null]);
}

function isAuthInfo(value: unknown): boolean {
  return (
    typeof own(value, 'token') === 'string' &&
    typeof own(value, 'clientId') === 'string' &&
    Array.isArray(own(value, 'scopes'))
  );
}

function isOwner(value: unknown): boolean {
  return typeof own(value, 'name') === 'string';
}

/** The verified identity of a request, without the owner that Foldout keeps in it. Undefined for an owner alone. */
export function callerAuth(authInfo: AuthInfo | undefined): CallerAuth | undefined {
  if (!authInfo || authInfo.token === '') return undefined;
  const { token, clientId, scopes, expiresAt, extra: { [OWNER]: _owner, ...extra } = {} } = authInfo;
  return { token, clientId, scopes, ...(expiresAt !== undefined && { expiresAt }), extra };
}

/** Wraps the owner in `AuthInfo`, because the SDK passes no other authentication data to handlers. */
function toAuthInfo(owner: RequestOwner): AuthInfo {
  return { token: '', clientId: owner.name, scopes: [], extra: { [OWNER]: owner } };
}

export function ownerIn(authInfo: AuthInfo | undefined): RequestOwner | undefined {
  return authInfo?.extra?.[OWNER] as RequestOwner | undefined;
}
