import { type BigIntStats, promises as fs } from 'node:fs';
import { join } from 'node:path';
import type { SearchEngine, SearchEngineOptions, Tool, VectorTable } from '@foldout/core';
import { loadVectorTable } from '@foldout/core/node';
import { nameTools } from '../names/named-tools.ts';
import { RECORDS_PATH } from '../tree/manifest.ts';
import { parseRecords } from '../tree/tool-records.ts';
import { OWN_FOLDER } from '../tree/tree-folder.ts';
import { FilesystemNavigator } from './filesystem-navigator.ts';
import { folderInside, missingIsUndefined, NavigationError } from './inside-root.ts';
import { type DetailLevel, LeveledLoader, type LoadedTool } from './leveled-loader.ts';
import { indexTree } from './saved-index.ts';

/** What `searchTools` gives at most, and what a hit has to reach. */
export const TREE_SEARCH_DEFAULTS = { limit: 10, minScore: 0.3, menu: 5, level: 'description' } as const;

export interface SearchResult extends LoadedTool {
  /** 0 to 1: how often a hit like this one is right. 1 for a tool of the server that was asked for by name. */
  readonly score: number;
  /** Nothing really fits: this is only among the nearest, whatever its score. */
  readonly lowConfidence?: true;
}

export interface TreeSearchOptions {
  /** Where the meaning of words comes from; the table that ships with the core unless given. */
  readonly loadVectors?: (() => Promise<VectorTable>) | undefined;
  /** How often tools are used, or a model of your own. */
  readonly engine?: Omit<SearchEngineOptions, 'vectors'> | undefined;
}

interface Place {
  readonly server: string;
  readonly name: string;
}

interface Index {
  readonly engine: SearchEngine;
  readonly places: ReadonlyMap<string, Place>;
  readonly folders: ReadonlyMap<string, string>;
}

/** Finds tools of a tree from a plain sentence, or lists a server by its name; follows the tree when it is generated anew. */
export class TreeSearch {
  readonly navigator: FilesystemNavigator;
  readonly loader: LeveledLoader;
  readonly #options: TreeSearchOptions;
  /** The index, and the state of the tree that it was built from. */
  #built: { readonly stamp: string; readonly index: Promise<Index> } | undefined;

  constructor(root: string, options: TreeSearchOptions = {}) {
    this.navigator = new FilesystemNavigator(root);
    this.loader = new LeveledLoader(this.navigator);
    this.#options = options;
  }

  async search(query: string, level: DetailLevel = TREE_SEARCH_DEFAULTS.level): Promise<SearchResult[]> {
    const asked = query.trim();
    if (await this.navigator.isServerName(asked)) return this.#listing(asked, level);
    const index = await this.#current();
    const folder = index.folders.get(spoken(asked));
    if (folder !== undefined) return this.#listing(folder, level);
    const { limit, minScore, menu } = TREE_SEARCH_DEFAULTS;
    const { hits, confident } = await index.engine.searchWithModel(asked, { limit });
    const sure = confident ? hits.filter(({ score }) => score >= minScore) : [];
    const shown = sure.length > 0 ? sure : hits.slice(0, menu);
    const results = await Promise.all(shown.map(({ tool, score }) => this.#load(index, tool, score, level)));
    return results.flat().map((result) => (sure.length > 0 ? result : { ...result, lowConfidence: true as const }));
  }

  async #listing(server: string, level: DetailLevel): Promise<SearchResult[]> {
    return (await this.loader.loadServer(server, level)).map((tool) => ({ ...tool, score: 1 }));
  }

  /** A tool whose file is gone since the tree was generated is not found. */
  async #load({ places }: Index, tool: Tool, score: number, level: DetailLevel): Promise<SearchResult[]> {
    const place = places.get(tool.id);
    if (!place) return [];
    try {
      return [{ ...(await this.loader.load(place.server, place.name, level)), score }];
    } catch (error) {
      if (error instanceof NavigationError) return [];
      throw error;
    }
  }

  async #current(): Promise<Index> {
    const path = join(this.navigator.root, ...RECORDS_PATH.split('/'));
    const found = await this.#records(path);
    if (!found?.isFile()) {
      const { root } = this.navigator;
      throw new NavigationError('NOT_FOUND', `${root} holds no generated tree. Make one with generateTree.`);
    }
    const stamp = `${found.mtimeNs}:${found.size}:${found.ino}`;
    if (this.#built?.stamp !== stamp) this.#built = { stamp, index: this.#build(path) };
    return this.#built.index;
  }

  async #records(path: string): Promise<BigIntStats | undefined> {
    try {
      await folderInside(this.navigator.root, OWN_FOLDER);
      return await fs.lstat(path, { bigint: true });
    } catch (error) {
      if (error instanceof NavigationError) return undefined;
      return missingIsUndefined(error as NodeJS.ErrnoException);
    }
  }

  async #build(path: string): Promise<Index> {
    const { loadVectors = loadVectorTable, engine: options = {} } = this.#options;
    const [bytes, vectors] = await Promise.all([
      fs.readFile(path),
      // Without its vectors the engine still finds by words.
      loadVectors().catch(() => undefined),
    ]);
    const records = bytes.toString();
    const tools = parseRecords(records);
    if (!tools) throw new NavigationError('NOT_FOUND', `${path} cannot be read. Generate the tree anew.`);
    const { root } = this.navigator;
    const servers = nameTools(tools);
    const engine = await indexTree({ root, tools, records }, { ...options, ...(vectors && { vectors }) });
    const places = new Map<string, Place>();
    const folders = new Map<string, string>();
    for (const { server, folder, tools: named } of servers) {
      folders.set(spoken(server), folder);
      for (const { tool, name } of named) places.set(tool.id, { server: folder, name });
    }
    if (options.embedder) void engine.prepareModel().catch(() => {});
    return { engine, places, folders };
  }
}

/** `Google Drive` and `google_drive` are said like `google-drive`. */
function spoken(server: string): string {
  return server.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
}
