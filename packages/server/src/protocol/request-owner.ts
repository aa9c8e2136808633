import type { ToolScope } from '@foldout/core';
import type { AuthInfo } from '@modelcontextprotocol/server';
import type { Profile } from '../surfaces/surface.ts';

/** The owner of an authenticated request. The host of `server.fetch` authenticates and passes the owner on. */
export interface RequestOwner {
  /** A session belongs to the owner who opened it; other owners cannot use it. */
  readonly name: string;
  /** The tools that exist for this owner; absent: all. Pass the same object for the same owner: views are cached by it. */
  readonly scope?: ToolScope | undefined;
  readonly profile?: Profile | undefined;
}

const OWNER = 'foldout.owner';

/** Wraps the owner in `AuthInfo`, because the SDK passes no other authentication data to handlers. */
export function toAuthInfo(owner: RequestOwner): AuthInfo {
  return { token: '', clientId: owner.name, scopes: [], extra: { [OWNER]: owner } };
}

export function ownerIn(authInfo: AuthInfo | undefined): RequestOwner | undefined {
  return authInfo?.extra?.[OWNER] as RequestOwner | undefined;
}
