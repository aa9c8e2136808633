import { type BigIntStats, promises as fs } from 'node:fs';
import { join } from 'node:path';
import type { SearchEngineOptions, Tool, VectorTable } from '@foldout/core';
import { rankedSearch, type ToolIndex } from '@foldout/core/internal';
import { loadVectorTable } from '@foldout/core/node';
import { nameTools } from '../names/named-tools.ts';
import { RECORDS_PATH } from '../tree/manifest.ts';
import { parseRecords } from '../tree/tool-records.ts';
import { OWN_FOLDER } from '../tree/tree-folder.ts';
import { FilesystemNavigator } from './filesystem-navigator.ts';
import { folderInside, missingIsUndefined, NavigationError } from './inside-root.ts';
import { DETAIL_LEVELS, type DetailLevel, LeveledLoader, type LoadedTool } from './leveled-loader.ts';
import { indexTree } from './saved-index.ts';

/**
 * `limit` and `minScore` of ranked results, and the number of low-confidence results (`menu`). Scores are probabilities, and those of later hits are small: of the right tools among
 * the ten best, this cut keeps 95% for requests as people say them and 99% for searches of agents.
 */
export const TREE_SEARCH_DEFAULTS = { limit: 10, minScore: 0.01, menu: 5, level: 'description' } as const;

export interface SearchResult extends LoadedTool {
  /** Calibrated probability that this is the right tool, 0 to 1. It is 1 when the query is the name of the server. */
  readonly score: number;
  /** Set when nothing really fits: the result is only one of the nearest tools, whatever its score. */
  readonly lowConfidence?: true;
}

export interface TreeSearchOptions {
  /** Loads the word vectors. Default: the table in `@foldout/core`. */
  readonly loadVectors?: (() => Promise<VectorTable>) | undefined;
  /** Further engine options, such as a usage prior or a sentence model. */
  readonly engine?: Omit<SearchEngineOptions, 'vectors'> | undefined;
}

/** Where a tool is in the tree. */
interface Place {
  readonly server: string;
  readonly name: string;
}

interface Index {
  readonly tools: ToolIndex;
  readonly places: ReadonlyMap<string, Place>;
  readonly folders: ReadonlyMap<string, string>;
}

/** Finds tools of a tree from a plain sentence, or lists a server by its name. Rebuilds its index when the tree changes. */
export class TreeSearch {
  readonly navigator: FilesystemNavigator;
  readonly loader: LeveledLoader;
  readonly #options: TreeSearchOptions;
  /** The index, and the modification stamp of the records it was built from. */
  #built: { readonly stamp: string; readonly index: Promise<Index> } | undefined;

  constructor(root: string, options: TreeSearchOptions = {}) {
    this.navigator = new FilesystemNavigator(root);
    this.loader = new LeveledLoader(this.navigator);
    this.#options = options;
  }

  async search(query: string, level: DetailLevel = TREE_SEARCH_DEFAULTS.level): Promise<SearchResult[]> {
    if (!DETAIL_LEVELS.includes(level))
      throw new NavigationError('INVALID_NAME', `There is no level '${level}'. Use ${DETAIL_LEVELS.join(', ')}.`);
    const text = query.trim();
    if (await this.navigator.isServerName(text)) return this.#listing(text, level);
    const index = await this.#current();
    const folder = index.folders.get(serverKey(text));
    if (folder !== undefined) return this.#listing(folder, level);
    const { limit, minScore, menu } = TREE_SEARCH_DEFAULTS;
    const { hits, confident } = await rankedSearch(index.tools, { query: text, limit });
    const fitting = confident ? hits.filter(({ score }) => score >= minScore) : [];
    const shown = fitting.length > 0 ? fitting : hits.slice(0, menu);
    const results = await Promise.all(shown.map(({ tool, score }) => this.#load(index, tool, score, level)));
    return results.flat().map((result) => (fitting.length > 0 ? result : { ...result, lowConfidence: true as const }));
  }

  async #listing(server: string, level: DetailLevel): Promise<SearchResult[]> {
    return (await this.loader.loadServer(server, level)).map((tool) => ({ ...tool, score: 1 }));
  }

  /** Returns nothing for a tool whose file was deleted. */
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
      throw new NavigationError('NOT_FOUND', `${root} contains no generated tree. Create one with generateTree.`);
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
      // Without vectors, the engine searches by words.
      loadVectors().catch(() => undefined),
    ]);
    const records = bytes.toString();
    const tools = parseRecords(records);
    if (!tools) throw new NavigationError('NOT_FOUND', `${path} is damaged. Generate the tree again.`);
    const { root } = this.navigator;
    const servers = nameTools(tools);
    const engine = await indexTree({ root, tools, records }, { ...options, ...(vectors && { vectors }) });
    const places = new Map<string, Place>();
    const folders = new Map<string, string>();
    for (const { server, folder, tools: named } of servers) {
      folders.set(serverKey(server), folder);
      for (const { tool, name } of named) places.set(tool.id, { server: folder, name });
    }
    if (options.embedder) void engine.prepareModel().catch(() => {});
    return { tools: { search: (query, search) => engine.searchWithModel(query, search) }, places, folders };
  }
}

/** `Google Drive`, `google_drive` and `google-drive` have the same key. */
function serverKey(server: string): string {
  return server.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
}
