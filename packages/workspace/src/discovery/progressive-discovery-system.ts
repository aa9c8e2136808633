import {
  type CachedDefinition,
  type CacheStats,
  DiscoveryCacheManager,
  openUsage,
  type Usage,
  type UsageContext,
} from '@foldout/usage';
import { folderName, functionName } from '../names/identifiers.ts';
import type {
  FilesystemNavigator,
  ServerInfo,
  ToolDefinition,
  ToolDescription,
  ToolInfo,
} from '../navigation/filesystem-navigator.ts';
import { NavigationError } from '../navigation/inside-root.ts';
import type { DetailLevel, LoadedTool } from '../navigation/leveled-loader.ts';
import { type SearchResult, TreeSearch, type TreeSearchOptions } from '../navigation/tree-search.ts';

export interface ProgressiveDiscoveryOptions extends TreeSearchOptions {
  /** The folder of the tree. Default: the working directory. */
  readonly root?: string;
  /** What was learned from use, which this system does not close. Default: in memory, and closed with it. */
  readonly usage?: Usage;
}

/** Who asks, and what it has done before. */
export type DiscoveryContext = Pick<UsageContext, 'session_id' | 'client'>;

interface CachedTool extends CachedDefinition {
  readonly file: ToolDefinition;
}

/** Number of popular tools whose definitions `initialize` loads. */
const WARM = 20;

/**
 * A tree of tools as one object: navigation, search, definitions by level through the cache, and predictions from use. Every
 * read is recorded with its level and its access pattern.
 */
export class ProgressiveDiscoverySystem implements AsyncDisposable {
  readonly cache: DiscoveryCacheManager<CachedTool>;
  readonly navigator: FilesystemNavigator;
  readonly usage: Usage;
  readonly #search: TreeSearch;
  readonly #ownsUsage: boolean;

  constructor({ root = '.', usage, ...search }: ProgressiveDiscoveryOptions = {}) {
    this.#ownsUsage = usage === undefined;
    this.usage = usage ?? openUsage('memory');
    this.#search = new TreeSearch(root, search);
    this.navigator = this.#search.navigator;
    this.cache = new DiscoveryCacheManager({
      loadFromDisk: (server, tool) => this.#fromDisk(server, tool),
      predictor: this.usage.tracker,
    });
  }

  /** Builds the search index, and loads the definitions of the most used tools. Rejects if there is no tree. */
  async initialize(): Promise<void> {
    await this.#search.search('initialize', 'name');
    const popular = await this.usage.tracker.getPopularTools(WARM);
    await Promise.all(popular.map(({ server, tool }) => this.cache.getToolDefinition(server, tool)));
  }

  /** Level 1. */
  listServers(): Promise<ServerInfo[]> {
    return this.navigator.listServers();
  }

  /** Level 2. */
  listTools(server: string): Promise<ToolInfo[]> {
    return this.navigator.listTools(server);
  }

  /** Level 2, from the first 500 bytes of the file. */
  readToolDescription(server: string, tool: string): Promise<ToolDescription> {
    return this.navigator.readToolDescription(server, tool);
  }

  async search(query: string, level?: DetailLevel, context: DiscoveryContext = {}): Promise<SearchResult[]> {
    const found = await this.#search.search(query, level);
    for (const { server, name } of found) this.#track(server, name, 'search', level ?? 'description', context);
    return found;
  }

  /** Level 3, and the levels below it: session cache, frequent cache, predictive cache, file. Undefined if there is no such tool. */
  async getToolDefinition(
    server: string,
    tool: string,
    level: DetailLevel = 'full',
    context: DiscoveryContext = {},
  ): Promise<LoadedTool | undefined> {
    const found = await this.cache.getToolDefinition(server, tool, 'full', context);
    if (!found) return undefined;
    this.#track(server, tool, 'detail', level, context);
    const { file } = found as CachedTool;
    if (level === 'name') return { server, name: tool };
    const described = { server, name: tool, description: file.description };
    return level === 'full' ? { ...described, definition: file } : described;
  }

  /** Records a call, from which the predictions are learned. */
  trackCall(server: string, tool: string, context: UsageContext = {}): void {
    this.usage.tracker.trackAccess(server, tool, { ...context, access_pattern: 'call' });
  }

  /** Loads the definitions of the tools that likely come next into the predictive cache. `currentTool`: `server/tool`. */
  preloadPredicted(currentTool: string, context: DiscoveryContext = {}): Promise<void> {
    return this.cache.preloadPredicted(currentTool, context);
  }

  /** The preloaded tools that likely come after this one, most likely first. Reads no file. */
  getPredictedTools(currentTool: string): LoadedTool[] {
    return this.cache.getPredictedTools(currentTool).map(({ server, name, description, file }) => {
      return { server, name, description, definition: file };
    });
  }

  getCacheStats(): CacheStats {
    return this.cache.getStats();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#ownsUsage) await this.usage.close();
  }

  /** Usage that a gateway has recorded has the names that calls use: `get_document` is the file `getDocument.ts`. */
  async #fromDisk(server: string, tool: string): Promise<CachedTool | undefined> {
    return (await this.#file(server, tool)) ?? (await this.#file(folderName(server), functionName(tool)));
  }

  async #file(server: string, tool: string): Promise<CachedTool | undefined> {
    try {
      const file = await this.navigator.readToolDefinition(server, tool);
      return { server, name: tool, description: file.description, file };
    } catch (error) {
      if (error instanceof NavigationError) return undefined;
      throw error;
    }
  }

  #track(
    server: string,
    tool: string,
    access: 'search' | 'detail',
    level: DetailLevel,
    context: DiscoveryContext,
  ): void {
    const detail_level = level === 'description' ? 'summary' : level;
    this.usage.tracker.trackAccess(server, tool, { ...context, access_pattern: access, detail_level });
  }
}
