import type { JsonObject } from '@foldout/core';
import type { Upstream } from '../upstreams/upstream.ts';

/** A prompt, resource or template of an upstream. */
export interface Named {
  readonly upstream: Upstream;
  /** Its name on the upstream. */
  readonly own: string;
  /** Its name in the gateway's list. */
  readonly listed: string;
  readonly definition: JsonObject;
}

/** How names of one kind are prefixed. */
export interface Naming {
  withServer(server: string, own: string): string;
  /** Whether a name of the server `own` looks like a prefixed name. */
  isClaimed(name: string, own: string, servers: readonly string[]): boolean;
  /** Whether a server only refers to it, without listing it: then it changes no name of another server. Default: nothing is. */
  isUnlisted?(definition: JsonObject): boolean;
}

/**
 * Makes names unique across servers: a name that only one server has stays as it is; a name that several servers have, or
 * that looks like the prefixed name of another server, gets the server as a prefix.
 */
export function namesApart(
  upstreams: readonly Upstream[],
  definitionsOf: (upstream: Upstream) => readonly JsonObject[],
  key: string,
  { withServer, isClaimed, isUnlisted = () => false }: Naming,
): readonly Named[] {
  const servers = upstreams.map(({ name }) => name);
  const all = upstreams.flatMap((upstream) =>
    definitionsOf(upstream).flatMap((definition) => {
      const own = definition[key];
      return typeof own === 'string' && own !== '' ? [{ upstream, own, definition }] : [];
    }),
  );
  const listers = new Map<string, Set<Upstream>>();
  const owners = new Map<string, Set<Upstream>>();
  for (const { upstream, own, definition } of all) {
    owners.set(own, (owners.get(own) ?? new Set()).add(upstream));
    if (!isUnlisted(definition)) listers.set(own, (listers.get(own) ?? new Set()).add(upstream));
  }
  return all.map(({ upstream, own, definition }) => {
    const rivals = isUnlisted(definition) ? owners : listers;
    const shared = (rivals.get(own)?.size ?? 0) > 1 || isClaimed(own, upstream.name, servers);
    const listed = shared ? withServer(upstream.name, own) : own;
    return { upstream, own, listed, definition: listed === own ? definition : { ...definition, [key]: listed } };
  });
}
