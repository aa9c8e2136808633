import type { JsonObject } from '@foldout/core';
import { stepsInSlices } from '@foldout/core/internal';
import type { DiscoverResult, PriorDiscovery } from '@modelcontextprotocol/client';
import { manifestKey } from '../cache/manifest-key.ts';
import { definitionsOf, sentDefinition } from '../cache/stored-tools.ts';
import type { ServerConfig } from '../config/config-schema.ts';
import type { Connection } from './connection.ts';
import { ParamHeaders } from './http/param-headers.ts';
import { LIST_KINDS, type ListKind, readList } from './lists.ts';
import type { ManifestStore, ServerManifest } from './manifest.ts';
import { wellFormed } from './well-formed.ts';

export interface KeeperEvents {
  /** The next read of the lists waits for the result. */
  onManifest(manifest: ServerManifest): Promise<void>;
  onWarning(message: string): void;
}

/** How long a server counts as legacy before it is probed again: it may have been updated. */
const LEGACY_TTL_MS = 7 * 24 * 3_600_000;

/** The manifest of one server: loaded from the store, read again from the server, saved and emitted when it changed. */
export class ManifestKeeper {
  readonly #name: string;
  readonly #config: ServerConfig;
  readonly #store: ManifestStore;
  readonly #events: KeeperEvents;
  #manifest: ServerManifest | undefined;
  #paramHeaders: ParamHeaders | undefined;

  constructor(name: string, config: ServerConfig, store: ManifestStore, events: KeeperEvents) {
    this.#name = name;
    this.#config = config;
    this.#store = store;
    this.#events = events;
  }

  /** Reads the stored manifest, unless a newer one was already read from the server. */
  restore(): void {
    this.#manifest ??= this.#store.load(this.#name, manifestKey(this.#config));
  }

  get manifest(): ServerManifest | undefined {
    return this.#manifest;
  }

  /** The era to connect with; undefined when the server has to be probed. */
  get prior(): PriorDiscovery | undefined {
    const manifest = this.#manifest;
    if (!manifest) return undefined;
    if (manifest.era === 'modern') {
      return manifest.discover && { kind: 'modern', discover: manifest.discover as unknown as DiscoverResult };
    }
    const age = Date.now() - (manifest.probedAt ?? manifest.fetchedAt);
    return age >= 0 && age < LEGACY_TTL_MS ? { kind: 'legacy' } : undefined;
  }

  isStale(refreshMs: number): boolean {
    if (!this.#manifest) return true;
    // The absolute difference: a manifest from the future was written before the clock was set back.
    return refreshMs > 0 && Math.abs(Date.now() - this.#manifest.fetchedAt) > refreshMs;
  }

  /** Whether the server has another name or version than the manifest. */
  isOther(server: { readonly name: string; readonly version: string } | undefined): boolean {
    const last = this.#manifest?.server;
    return server !== undefined && last !== undefined && (server.name !== last.name || server.version !== last.version);
  }

  get paramHeaders(): ParamHeaders {
    this.#paramHeaders ??= new ParamHeaders(this.#manifest?.tools ?? []);
    return this.#paramHeaders;
  }

  async readAll(connection: Connection, timeoutMs: number): Promise<void> {
    await connection.rediscover(timeoutMs);
    const before = this.#manifest;
    const { lists, failed } = await this.#readLists(LIST_KINDS, connection, timeoutMs);
    const skills = lists.skills ?? before?.skills ?? [];
    await this.#update({
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
      // A manifest without skills stays as earlier versions write it.
      ...(skills.length > 0 && { skills }),
      // 0 makes the manifest stale, so that failed lists are read again soon.
      fetchedAt: failed ? 0 : Date.now(),
    });
  }

  async readSome(kinds: readonly ListKind[], connection: Connection, timeoutMs: number): Promise<void> {
    const before = this.#manifest;
    if (!before) return this.readAll(connection, timeoutMs);
    const { lists } = await this.#readLists(kinds, connection, timeoutMs);
    await this.#update({ ...before, ...lists });
  }

  /** A list that cannot be read keeps its last entries, and the other lists are still read. */
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
        lists[kind] = await wellFormed(kind, await readList(kind, ask, warn), warn);
      } catch (error) {
        if (connection.isClosed) throw error;
        failed = true;
        warn(`could not list its ${kind}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    return { lists, failed };
  }

  async #update(manifest: ServerManifest): Promise<void> {
    const before = this.#manifest;
    this.#manifest = manifest;
    this.#paramHeaders = undefined;
    const isChanged = !before || !(await stepsInSlices(hasSameContent(before, manifest)));
    const told = isChanged ? this.#events.onManifest(manifest) : undefined;
    // A server that repeats `list_changed` must not have the same lists written again and again.
    if (!isChanged && before.fetchedAt === manifest.fetchedAt) return;
    await Promise.all([told, this.#store.save(this.#name, manifestKey(this.#config), manifest)]);
  }
}

/** Whether a server offers the same as before. Takes a step for each entry of its lists. */
function* hasSameContent(before: ServerManifest, now: ServerManifest): Generator<void, boolean> {
  if (JSON.stringify(describedBy(before)) !== JSON.stringify(describedBy(now))) return false;
  const pairs = LIST_KINDS.map((kind) => [entriesOf(before, kind), entriesOf(now, kind)] as const);
  if (pairs.some(([then, after]) => then.length !== after.length)) return false;
  for (const [then, after] of pairs) {
    for (const [n, entry] of then.entries()) {
      yield;
      const [was, is] = [sentDefinition(entry), sentDefinition(after[n])];
      if (was !== is && JSON.stringify(was) !== JSON.stringify(is)) return false;
    }
  }
  return true;
}

/** What a manifest says besides its lists. */
function describedBy({ server, instructions, era, discover, capabilities }: ServerManifest): object {
  return { server, instructions, era, discover, capabilities };
}

/** The tools of a stored manifest are not parsed here: all at once would block the event loop. */
function entriesOf(manifest: ServerManifest, kind: ListKind): readonly unknown[] {
  return kind === 'tools' ? definitionsOf(manifest) : (manifest[kind] ?? []);
}
