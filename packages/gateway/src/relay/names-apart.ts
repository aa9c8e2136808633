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

/**
 * Makes names unique across servers: a name that only one server has stays as it is; a name that several servers have
 * gets the server as a prefix.
 */
export function namesApart(
  upstreams: readonly Upstream[],
  definitionsOf: (upstream: Upstream) => readonly JsonObject[],
  key: string,
  withServer: (server: string, own: string) => string,
): readonly Named[] {
  const all = upstreams.flatMap((upstream) =>
    definitionsOf(upstream).flatMap((definition) => {
      const own = definition[key];
      return typeof own === 'string' && own !== '' ? [{ upstream, own, definition }] : [];
    }),
  );
  const owners = new Map<string, Set<Upstream>>();
  for (const { upstream, own } of all) owners.set(own, (owners.get(own) ?? new Set()).add(upstream));
  return all.map(({ upstream, own, definition }) => {
    const listed = (owners.get(own)?.size ?? 0) > 1 ? withServer(upstream.name, own) : own;
    return { upstream, own, listed, definition: listed === own ? definition : { ...definition, [key]: listed } };
  });
}
