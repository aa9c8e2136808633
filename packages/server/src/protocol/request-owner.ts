import type { ToolScope } from '@foldout/core';
import type { AuthInfo } from '@modelcontextprotocol/server';

/** Who an authenticated request belongs to. Whoever mounts `server.fetch` finds out, and says so. */
export interface RequestOwner {
  /** A session belongs to the owner who opened it, and exists for nobody else. */
  readonly name: string;
  /** What exists for this owner; everything where it is absent. The same object for the same owner. */
  readonly scope?: ToolScope | undefined;
}

const OWNER = 'foldout.owner';

/** The SDK hands authentication to its handlers in this form only. */
export function toAuthInfo(owner: RequestOwner): AuthInfo {
  return { token: '', clientId: owner.name, scopes: [], extra: { [OWNER]: owner } };
}

export function ownerIn(authInfo: AuthInfo | undefined): RequestOwner | undefined {
  return authInfo?.extra?.[OWNER] as RequestOwner | undefined;
}
