import type { JsonObject } from '@foldout/core';
import type { Upstream } from '../upstreams/upstream.ts';

/** One thing of an upstream that has a name: a prompt, a resource, a template. */
export interface Named {
  readonly upstream: Upstream;
  /** The name it has with its own server. */
  readonly own: string;
  /** The name it is listed under here. */
  readonly listed: string;
  readonly definition: JsonObject;
}

/**
 * Gives what several servers list names that are apart: a name that only one server has stays as it is, one that
 * several have is listed with its server before it.
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
