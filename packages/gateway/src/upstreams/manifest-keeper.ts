import type { JsonObject } from '@foldout/core';
import type { DiscoverResult, PriorDiscovery } from '@modelcontextprotocol/client';
import type { ServerConfig } from '../config/config-schema.ts';
import { manifestKey } from '../state/manifest-key.ts';
import type { Connection } from './connection.ts';
import { ParamHeaders } from './http/param-headers.ts';
import { LIST_KINDS, type ListKind, readList } from './lists.ts';
import type { ManifestStore, ServerManifest } from './manifest.ts';

export interface KeeperEvents {
  onManifest(manifest: ServerManifest): void;
  onWarning(message: string): void;
}

/** A server that was legacy may have been updated, and nothing but asking tells. */
const LEGACY_HOLDS_MS = 7 * 24 * 3_600_000;

/** What is known of a server: read from disk, asked anew, compared, and told to those who want to know. */
export class ManifestKeeper {
  readonly #name: string;
  readonly #key: string;
  readonly #store: ManifestStore;
  readonly #events: KeeperEvents;
  #manifest: ServerManifest | undefined;
  #paramHeaders: ParamHeaders | undefined;

  constructor(name: string, config: ServerConfig, store: ManifestStore, events: KeeperEvents) {
    this.#name = name;
    this.#key = manifestKey(config);
    this.#store = store;
    this.#events = events;
    this.#manifest = store.load(name, this.#key);
  }

  get manifest(): ServerManifest | undefined {
    return this.#manifest;
  }

  /** What there is to connect with, without asking for the era again. */
  get prior(): PriorDiscovery | undefined {
    const manifest = this.#manifest;
    if (!manifest) return undefined;
    if (manifest.era === 'modern') {
      return manifest.discover && { kind: 'modern', discover: manifest.discover as unknown as DiscoverResult };
    }
    const age = Date.now() - (manifest.probedAt ?? manifest.fetchedAt);
    return age < LEGACY_HOLDS_MS ? { kind: 'legacy' } : undefined;
  }

  isStale(refreshMs: number): boolean {
    if (!this.#manifest) return true;
    return refreshMs > 0 && Date.now() - this.#manifest.fetchedAt > refreshMs;
  }

  /** Whether the server that answers is not the one that is known. */
  isOther(server: { readonly name: string; readonly version: string } | undefined): boolean {
    const known = this.#manifest?.server;
    return (
      server !== undefined && known !== undefined && (server.name !== known.name || server.version !== known.version)
    );
  }

  /** Of the tools that are known now. */
  get paramHeaders(): ParamHeaders {
    this.#paramHeaders ??= new ParamHeaders(this.#manifest?.tools ?? []);
    return this.#paramHeaders;
  }

  async readAll(connection: Connection, timeoutMs: number): Promise<void> {
    await connection.rediscover(timeoutMs);
    const before = this.#manifest;
    const { lists, failed } = await this.#readLists(LIST_KINDS, connection, timeoutMs);
    await this.#keep({
      server: connection.server ?? { name: this.#name, version: '' },
      instructions: connection.instructions,
      era: connection.era,
      discover: connection.discover,
      probedAt: connection.assumed && before ? (before.probedAt ?? before.fetchedAt) : Date.now(),
      capabilities: connection.serverCapabilities,
      tools: lists.tools ?? before?.tools ?? [],
      prompts: lists.prompts ?? before?.prompts ?? [],
      resources: lists.resources ?? before?.resources ?? [],
      resourceTemplates: lists.resourceTemplates ?? before?.resourceTemplates ?? [],
      // What could not be read is asked for again soon.
      fetchedAt: failed ? 0 : Date.now(),
    });
  }

  async readSome(kinds: readonly ListKind[], connection: Connection, timeoutMs: number): Promise<void> {
    const before = this.#manifest;
    if (!before) return this.readAll(connection, timeoutMs);
    const { lists } = await this.#readLists(kinds, connection, timeoutMs);
    await this.#keep({ ...before, ...lists });
  }

  /** One list that cannot be read costs none of the others: it stays as it was. */
  async #readLists(
    kinds: readonly ListKind[],
    connection: Connection,
    timeoutMs: number,
  ): Promise<{ lists: Partial<Record<ListKind, JsonObject[]>>; failed: boolean }> {
    const ask = connection.asker(timeoutMs);
    const lists: Partial<Record<ListKind, JsonObject[]>> = {};
    let failed = false;
    const warn = (message: string): void => this.#events.onWarning(message);
    for (const kind of kinds) {
      if (!connection.hasList(kind)) {
        lists[kind] = [];
        continue;
      }
      try {
        const entries = await readList(kind, ask, warn);
        const kept = entries.filter(isObject);
        if (kept.length < entries.length) warn(`has ${kind} that are no objects; they are left out`);
        lists[kind] = kept;
      } catch (error) {
        if (connection.isClosed) throw error;
        failed = true;
        warn(`could not list its ${kind}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    return { lists, failed };
  }

  async #keep(manifest: ServerManifest): Promise<void> {
    const before = this.#manifest;
    this.#manifest = manifest;
    this.#paramHeaders = undefined;
    if (!before || contentOf(before) !== contentOf(manifest)) this.#events.onManifest(manifest);
    await this.#store.save(this.#name, this.#key, manifest);
  }
}

function contentOf({ fetchedAt: _, probedAt: __, ...content }: ServerManifest): string {
  return JSON.stringify(content);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
