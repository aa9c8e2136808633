import { type Level, signatureOf, type Tool } from '@foldout/core';
import { LRUCache } from 'lru-cache';
import { toolKey } from '../events/usage-event.ts';
import type { CoOccurrencePattern, ToolPrediction } from '../store/predictions.ts';
import { CacheCounters, type CacheStats } from './cache-stats.ts';

/** `description` is the seed's word for `summary`; both are understood. */
export type DetailLevel = Level | 'description';

export interface ToolName {
  readonly server: string;
  readonly name: string;
}

export interface ToolDescription extends ToolName {
  readonly description: string;
  /** With level `signature`. */
  readonly signature?: string;
}

/** What the caches ask about the next step; `Habits` answer it from memory, a `UsageTracker` from its store. */
export interface Predictor {
  getCoOccurrence(tool: string): Promise<readonly CoOccurrencePattern[]>;
  predictNextTools(tool: string, topN?: number): Promise<readonly ToolPrediction[]>;
}

export interface CacheConfig {
  /** The last layer: reads a definition from where it is kept. */
  readonly loadFromDisk: (server: string, tool: string) => Promise<Tool | undefined>;
  readonly predictor?: Predictor | undefined;
  /** Told which server will most likely be needed next, so that it can be started ahead. */
  readonly onLikelyServer?: ((server: string) => void) | undefined;
  readonly frequentCacheSize?: number | undefined;
  readonly frequentCacheTTL?: number | undefined;
  readonly predictiveCacheSize?: number | undefined;
  readonly sessionCacheSize?: number | undefined;
  readonly sessions?: number | undefined;
  readonly preload?: number | undefined;
}

export const CACHE_DEFAULTS = {
  frequentCacheSize: 50,
  frequentCacheTTL: 3_600_000,
  predictiveCacheSize: 100,
  sessionCacheSize: 200,
  sessions: 200,
  preload: 5,
} as const;

export interface PreloadContext {
  readonly session_id?: string | undefined;
}

/** Used together in more than half of the sessions. */
const RELATED_RATE = 0.5;
/** A server is started ahead when its tool comes next this often. */
const LIKELY_SERVER = 0.3;

/** Definitions of tools, looked up where they are nearest: session, frequent, predictive, disk. */
export class DiscoveryCacheManager {
  readonly #config: CacheConfig;
  readonly #settings: { readonly [K in keyof typeof CACHE_DEFAULTS]: number };
  readonly #frequent: LRUCache<string, Tool>;
  readonly #predictive: LRUCache<string, Tool>;
  readonly #sessions: LRUCache<string, LRUCache<string, Tool>>;
  readonly #loading = new Map<string, Promise<Tool | undefined>>();
  readonly #counters = new CacheCounters();
  /** Counts what was forgotten, so that a load that began before does not bring it back. */
  #generation = 0;

  constructor(config: CacheConfig) {
    this.#config = config;
    const given = Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined));
    this.#settings = { ...CACHE_DEFAULTS, ...given };
    const { frequentCacheSize: max, frequentCacheTTL: ttl, predictiveCacheSize, sessions } = this.#settings;
    this.#frequent = new LRUCache({ max, ttl });
    this.#predictive = new LRUCache({ max: predictiveCacheSize, ttl });
    this.#sessions = new LRUCache({ max: sessions });
  }

  /** A tool at a level; undefined where no layer knows it. Rejects only where the last layer does. */
  async getToolDefinition(
    server: string,
    tool: string,
    level: DetailLevel = 'full',
    { session_id = '' }: PreloadContext = {},
  ): Promise<Tool | ToolDescription | ToolName | undefined> {
    const key = toolKey(server, tool);
    const definition = this.#cached(key, session_id) ?? (await this.#load(server, tool));
    if (!definition) return undefined;
    this.#keep(key, session_id, definition);
    return this.filterByLevel(definition, level);
  }

  /**
   * Loads what likely comes after a tool, and says which server that needs. The promise is for those who
   * want to know when it is done: a call does not wait for it, and it never rejects.
   */
  async preloadPredicted(currentTool: string, _context: PreloadContext = {}): Promise<void> {
    const { predictor, onLikelyServer } = this.#config;
    if (!predictor) return;
    try {
      const { preload } = this.#settings;
      const next = await predictor.predictNextTools(currentTool, preload);
      const related = await predictor.getCoOccurrence(currentTool);
      const together = related.filter(({ coOccurrenceRate }) => coOccurrenceRate > RELATED_RATE);
      const likely = new Set([...next.map(({ toTool }) => toTool), ...together.map(({ toolKey: key }) => key)]);
      likely.delete(currentTool);
      const [first] = next.filter(({ toTool, probability }) => toTool !== currentTool && probability >= LIKELY_SERVER);
      if (first) onLikelyServer?.(splitKey(first.toTool)[0]);
      await Promise.allSettled([...likely].slice(0, preload).map((key) => this.#preload(key)));
    } catch {
      // Nobody waits for what is fetched ahead.
    }
  }

  filterByLevel(definition: Tool, level: DetailLevel): Tool | ToolDescription | ToolName {
    const { server, name } = definition;
    if (level === 'full') return definition;
    if (level === 'name') return { server, name };
    const description = { server, name, description: definition.summary || definition.description };
    return level === 'signature' ? { ...description, signature: signatureOf(definition, name) } : description;
  }

  getStats(): CacheStats {
    const sessions = [...this.#sessions.values()];
    return this.#counters.stats({
      session: sessions.flatMap((cache) => [...cache.values()]),
      frequent: [...this.#frequent.values()],
      predictive: [...this.#predictive.values()],
    });
  }

  /** A tool has changed or gone: every layer has to ask again. */
  forget(server: string, tool: string): void {
    const key = toolKey(server, tool);
    this.#generation += 1;
    this.#loading.delete(key);
    for (const cache of [this.#frequent, this.#predictive, ...this.#sessions.values()]) cache.delete(key);
  }

  endSession(session: string): void {
    this.#sessions.delete(session);
  }

  clear(): void {
    this.#generation += 1;
    this.#loading.clear();
    for (const cache of [this.#frequent, this.#predictive, this.#sessions]) cache.clear();
  }

  #cached(key: string, session: string): Tool | undefined {
    const layers = { session: this.#sessions.get(session), frequent: this.#frequent, predictive: this.#predictive };
    for (const [layer, cache] of Object.entries(layers)) {
      const found = cache?.get(key);
      if (!found) continue;
      this.#counters.hit(layer as keyof typeof layers);
      return found;
    }
    this.#counters.miss();
    return undefined;
  }

  #keep(key: string, session: string, definition: Tool): void {
    const own = this.#sessions.get(session) ?? new LRUCache<string, Tool>({ max: this.#settings.sessionCacheSize });
    own.set(key, definition);
    this.#sessions.set(session, own);
    this.#frequent.set(key, definition);
  }

  async #preload(key: string): Promise<void> {
    if (this.#predictive.has(key)) return;
    const before = this.#generation;
    const definition = this.#frequent.peek(key) ?? (await this.#load(...splitKey(key)));
    if (definition && before === this.#generation) this.#predictive.set(key, definition);
  }

  /** Whoever asks for the same tool meanwhile waits for the same answer. */
  #load(server: string, tool: string): Promise<Tool | undefined> {
    const key = toolKey(server, tool);
    const loading = this.#loading.get(key);
    if (loading) return loading;
    const started = this.#config.loadFromDisk(server, tool).finally(() => {
      if (this.#loading.get(key) === started) this.#loading.delete(key);
    });
    this.#loading.set(key, started);
    return started;
  }
}

/** A server's name has no slash; a tool's may. */
function splitKey(key: string): [server: string, tool: string] {
  const slash = key.indexOf('/');
  return [key.slice(0, slash), key.slice(slash + 1)];
}
