import { CLIENTS, type ClientFacts, knownClient } from '@foldout/clients';
import { LRUCache } from 'lru-cache';
import type { ClientSettings } from '../surfaces/surface.ts';

/** What the table of clients and the configuration say about a client. */
export interface AboutClient {
  readonly facts?: ClientFacts | undefined;
  readonly title?: string | undefined;
  readonly settings?: ClientSettings | undefined;
}

const MAX_CLIENT_NAMES = 1_000;
const UNKNOWN_CLIENT: AboutClient = {};

/** Finds a client by its reported name. Cached: matching every known client on every call would cost more than the call. */
export class ClientLookup {
  readonly #settings: readonly (readonly [prefix: string, settings: ClientSettings])[];
  readonly #byName = new LRUCache<string, AboutClient>({ max: MAX_CLIENT_NAMES });

  /** `settings`: case-insensitive prefix of a reported name → settings. The longest prefix that matches counts. */
  constructor(settings: Readonly<Record<string, ClientSettings>> = {}) {
    this.#settings = Object.entries(settings)
      .map(([prefix, one]) => [prefix.toLowerCase(), one] as const)
      .sort(([a], [b]) => b.length - a.length);
  }

  about(name: string | undefined): AboutClient {
    if (name === undefined) return UNKNOWN_CLIENT;
    let about = this.#byName.get(name);
    if (!about) {
      about = this.#find(name);
      this.#byName.set(name, about);
    }
    return about;
  }

  #find(name: string): AboutClient {
    const reported = name.toLowerCase();
    const settings = this.#settings.find(([prefix]) => reported.startsWith(prefix))?.[1];
    const sameAs = settings?.sameAs;
    const known = sameAs === undefined ? knownClient(name) : CLIENTS.find(({ id }) => id === sameAs);
    return { facts: known?.facts, title: known?.title, settings };
  }
}
