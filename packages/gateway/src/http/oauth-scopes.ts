import type { JWTPayload } from 'jose';
import type { AccessRight } from '../config/http-schema.ts';
import type { Grant } from './principal.ts';

const SERVER_SCOPE = 'foldout:server:';
const TOOL_SCOPE = 'foldout:tool:';
const RIGHTS: ReadonlyMap<string, AccessRight> = new Map([
  ['foldout:use', 'use'],
  ['foldout:watch', 'watch'],
  ['foldout:operate', 'operate'],
  ['foldout:administer', 'administer'],
]);
const MAX_SCOPES = 200;
/** A pattern in a scope may contain only names and stars, so that matching is cheap. */
const PATTERN = /^[A-Za-z0-9._*-]{1,128}$/;
const TOOL_PATTERN = /^[A-Za-z0-9._*-]{1,64}\/[A-Za-z0-9._/*-]{1,128}$/;

export const SCOPES_SUPPORTED: readonly string[] = [...RIGHTS.keys()];

/** Reads the claim `scope` (RFC 9068), or `scp` of other authorization servers, which may be a string or an array. */
export function scopesOf({ scope, scp }: JWTPayload): string[] {
  const claim = scope ?? scp;
  const scopes = Array.isArray(claim) ? claim : typeof claim === 'string' ? claim.split(' ') : [];
  return scopes.filter((item): item is string => typeof item === 'string' && item !== '').slice(0, MAX_SCOPES);
}

/**
 * The rights that scopes grant. A scope only adds rights: `foldout:use` grants every tool, `foldout:server:<glob>` the tools of
 * some servers, `foldout:tool:<server>/<glob>` some tools, `foldout:watch`, `foldout:operate` and `foldout:administer` the right of that name.
 */
export function grantOf(scopes: readonly string[]): Omit<Grant, 'name'> {
  const rights = new Set<AccessRight>();
  const servers: string[] = [];
  const tools: string[] = [];
  for (const scope of scopes) {
    const right = RIGHTS.get(scope);
    if (right) rights.add(right);
    else if (scope.startsWith(SERVER_SCOPE)) push(servers, scope.slice(SERVER_SCOPE.length), PATTERN);
    else if (scope.startsWith(TOOL_SCOPE)) push(tools, scope.slice(TOOL_SCOPE.length), TOOL_PATTERN);
  }
  if (rights.has('use')) return { rights: [...rights] };
  if (servers.length + tools.length > 0) rights.add('use');
  return { rights: [...rights], servers, tools };
}

function push(patterns: string[], pattern: string, legal: RegExp): void {
  if (legal.test(pattern)) patterns.push(pattern);
}
