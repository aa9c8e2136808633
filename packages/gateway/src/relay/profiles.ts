import type { CatalogReader, ToolScope } from '@foldout/core';
import { scopeFromNames } from '@foldout/core/internal';
import type { Profile } from '@foldout/server';
import type { GatewayConfig } from '../config/config-schema.ts';
import { type GatewayOwner, offersOf } from './visible-upstreams.ts';

interface ScopedProfile extends Profile {
  /** Undefined: the profile has all tools. */
  readonly scope: ToolScope | undefined;
}

/** The owner of a connection over stdio, which belongs to the user who started the gateway. */
export const LOCAL_OWNER: GatewayOwner = { name: 'local', servers: () => true };

/** The profiles of a configuration. A profile narrows what the owner of a request may use, and never widens it. */
export class Profiles {
  readonly #byName: ReadonlyMap<string, ScopedProfile>;
  readonly #catalog: () => { view(scope: ToolScope): CatalogReader };
  /** The same owner and profile give the same object, because views of the catalog are cached by their scope. */
  readonly #owners = new WeakMap<GatewayOwner, Map<string, GatewayOwner>>();

  constructor(
    { profiles = {} }: Pick<GatewayConfig, 'profiles'>,
    catalog: () => { view(scope: ToolScope): CatalogReader },
  ) {
    this.#catalog = catalog;
    this.#byName = new Map(
      Object.entries(profiles).map(([name, { toolStrategy, toolsets, tools }]) => {
        return [name, { name, toolStrategy, scope: scopeFromNames({ toolsets, tools }) }];
      }),
    );
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  get names(): readonly string[] {
    return [...this.#byName.keys()];
  }

  /** The owner within a profile. Throws if there is no such profile. */
  ownerIn(name: string, owner: GatewayOwner): GatewayOwner {
    const profile = this.#byName.get(name);
    if (!profile) throw new Error(`There is no profile '${name}'`);
    const narrowed = this.#owners.get(owner) ?? new Map<string, GatewayOwner>();
    this.#owners.set(owner, narrowed);
    const within = narrowed.get(name) ?? this.#narrow(owner, profile);
    narrowed.set(name, within);
    return within;
  }

  #narrow(owner: GatewayOwner, { scope, ...profile }: ScopedProfile): GatewayOwner {
    // A session belongs to the profile in which it was opened.
    const name = `${owner.name} in profile ${profile.name}`;
    if (!scope) return { ...owner, name, profile };
    const both: ToolScope = {
      allows: (tool) => scope.allows(tool) && owner.scope?.allows(tool) !== false,
      allowsServer: (server, category) => owner.servers(server) && scope.allowsServer?.(server, category) === true,
    };
    // A scope cannot name prompts and resources. A profile has those of every server of which it has a tool.
    const hasTool = (server: string): boolean =>
      this.#catalog()
        .view(both)
        .entries()
        .some(({ tool }) => tool.server === server);
    return {
      ...owner,
      name,
      profile,
      scope: both,
      servers: (server) => owner.servers(server) && hasTool(server),
      offers: (server) => offersOf(owner, server) && hasTool(server),
    };
  }
}
