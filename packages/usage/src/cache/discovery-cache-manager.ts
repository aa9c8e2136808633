import { type Level, signatureOf, type Tool } from '@foldout/core';
import { definedOnly } from '@foldout/core/internal';
import { LRUCache } from 'lru-cache';
import { toolKey } from '../events/usage-event.ts';
import type { CoOccurrencePattern, ToolPrediction } from '../store/predictions.ts';
import { type CacheHits, type CacheStats, cacheStats } from './cache-stats.ts';

/** `description` is an alias of `summary`. */
export type DetailLevel = Level | 'description';

export interface ToolName {
  readonly server: string;
  readonly name: string;
}

export interface ToolDescription extends ToolName {
  readonly description: string;
  /** Present at level `signature` only. */
  readonly signature?: string;
}

/** Predicts which tools come next. `Habits` answers from memory, `UsageTracker` from its store. */
export interface Predictor {
  getCoOccurrence(tool: string): Promise<readonly CoOccurrencePattern[]>;
  predictNextTools(tool: string, topN?: number): Promise<readonly ToolPrediction[]>;
}

/** What the cache knows of a definition. */
export interface CachedDefinition {
  readonly server: string;
  readonly name: string;
  readonly summary?: string;
  readonly description: string;
}

export interface CacheConfig<Definition extends CachedDefinition = Tool> {
  /** The last layer: reads a definition from disk. */
  readonly loadFromDisk: (server: string, tool: string) => Promise<Definition | undefined>;
  readonly predictor?: Predictor | undefined;
  /** Called with the server that will most likely be needed next, so that it can be started in advance. */
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

/** Preload a tool that was used in more than this share of the current tool's sessions. */
const RELATED_RATE = 0.5;
/** Report a server when the probability of its tool coming next is at least this. */
const LIKELY_SERVER = 0.3;

/** A cache of tool definitions with layers: session, frequent, predictive, disk. */
export class DiscoveryCacheManager<Definition extends CachedDefinition = Tool> {
  readonly #config: CacheConfig<Definition>;
  readonly #settings: { readonly [K in keyof typeof CACHE_DEFAULTS]: number };
  readonly #frequent: LRUCache<string, Definition>;
  readonly #predictive: LRUCache<string, Definition>;
  readonly #sessions: LRUCache<string, LRUCache<string, Definition>>;
  /** Tool → the tools that were preloaded after it. */
  readonly #predicted: LRUCache<string, readonly string[]>;
  readonly #loading = new Map<string, Promise<Definition | undefined>>();
  readonly #hits: CacheHits = { session: 0, frequent: 0, predictive: 0 };
  #misses = 0;
  /** Incremented by `forget` and `clear`, so that a load that started before does not restore a dropped tool. */
  #generation = 0;

  constructor(config: CacheConfig<Definition>) {
    this.#config = config;
    this.#settings = { ...CACHE_DEFAULTS, ...definedOnly(config) };
    const { frequentCacheSize: max, frequentCacheTTL: ttl, predictiveCacheSize, sessions } = this.#settings;
    this.#frequent = new LRUCache({ max, ttl });
    this.#predictive = new LRUCache({ max: predictiveCacheSize, ttl });
    this.#sessions = new LRUCache({ max: sessions });
    this.#predicted = new LRUCache({ max: predictiveCacheSize });
  }

  /** A tool at a level; undefined if no layer has it. Rejects only if `loadFromDisk` does. */
  async getToolDefinition(
    server: string,
    tool: string,
    level: DetailLevel = 'full',
    { session_id = '' }: PreloadContext = {},
  ): Promise<Definition | ToolDescription | ToolName | undefined> {
    const key = toolKey(server, tool);
    const definition = this.#cached(key, session_id) ?? (await this.#load(server, tool));
    if (!definition) return undefined;
    this.#store(key, session_id, definition);
    return this.filterByLevel(definition, level);
  }

  /**
   * Loads the tools that likely come after a tool, and reports the most likely server. It never rejects, and a call
   * need not wait for it.
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
      const nearest = [...likely].slice(0, preload);
      this.#predicted.set(currentTool, nearest);
      await Promise.allSettled(nearest.map((key) => this.#preload(key)));
    } catch {
      // Preloading is best effort.
    }
  }

  /** The definitions that `preloadPredicted` has loaded for a tool, most likely first. Reads nothing from disk. */
  getPredictedTools(currentTool: string): Definition[] {
    const likely = this.#predicted.get(currentTool) ?? [];
    return likely.flatMap((key) => this.#predictive.peek(key) ?? []);
  }

  filterByLevel(definition: Definition, level: DetailLevel): Definition | ToolDescription | ToolName {
    const { server, name } = definition;
    if (level === 'full') return definition;
    if (level === 'name') return { server, name };
    const description = { server, name, description: definition.summary || definition.description };
    return level === 'signature' && isTool(definition)
      ? { ...description, signature: signatureOf(definition, name) }
      : description;
  }

  getStats(): CacheStats {
    const sessions = [...this.#sessions.values()];
    const layers = {
      session: sessions.flatMap((cache) => [...cache.values()]),
      frequent: [...this.#frequent.values()],
      predictive: [...this.#predictive.values()],
    };
    return cacheStats(layers, this.#hits, this.#misses);
  }

  /** Drops a changed or removed tool from every layer. */
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
    for (const cache of [this.#frequent, this.#predictive, this.#sessions, this.#predicted]) cache.clear();
  }

  #cached(key: string, session: string): Definition | undefined {
    const layers = { session: this.#sessions.get(session), frequent: this.#frequent, predictive: this.#predictive };
    for (const [layer, cache] of Object.entries(layers)) {
      const found = cache?.get(key);
      if (!found) continue;
      this.#hits[layer as keyof typeof layers] += 1;
      return found;
    }
    this.#misses += 1;
    return undefined;
  }

  #store(key: string, session: string, definition: Definition): void {
    const layer =
      this.#sessions.get(session) ?? new LRUCache<string, Definition>({ max: this.#settings.sessionCacheSize });
    layer.set(key, definition);
    this.#sessions.set(session, layer);
    this.#frequent.set(key, definition);
  }

  async #preload(key: string): Promise<void> {
    if (this.#predictive.has(key)) return;
    const before = this.#generation;
    const definition = this.#frequent.peek(key) ?? (await this.#load(...splitKey(key)));
    if (definition && before === this.#generation) this.#predictive.set(key, definition);
  }

  /** Concurrent loads of the same tool share one promise. */
  #load(server: string, tool: string): Promise<Definition | undefined> {
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

/** Server names contain no slash; tool names may. */
function splitKey(key: string): [server: string, tool: string] {
  const slash = key.indexOf('/');
  return [key.slice(0, slash), key.slice(slash + 1)];
}

function isTool(definition: CachedDefinition): definition is Tool {
  return 'inputSchema' in definition;
}
