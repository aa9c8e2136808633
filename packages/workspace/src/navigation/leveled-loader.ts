import type { FilesystemNavigator, ToolDefinition } from './filesystem-navigator.ts';

/** How much of a tool is loaded, from least to most. */
export const DETAIL_LEVELS = ['name', 'description', 'full'] as const;
export type DetailLevel = (typeof DETAIL_LEVELS)[number];

/** A tool at a level: `description` from the second on, `definition` at the last. */
export interface LoadedTool {
  readonly server: string;
  readonly name: string;
  readonly description?: string;
  readonly definition?: ToolDefinition;
}

/** How many files are open at a time. */
const AT_ONCE = 16;

/** Loads tools of a tree at the level that is asked for, and reads nothing for what is not. */
export class LeveledLoader {
  readonly #navigator: FilesystemNavigator;

  constructor(navigator: FilesystemNavigator) {
    this.#navigator = navigator;
  }

  async load(server: string, name: string, level: DetailLevel): Promise<LoadedTool> {
    if (level === 'name') return { server, name };
    if (level === 'description') {
      const { description } = await this.#navigator.readToolDescription(server, name);
      return { server, name, description };
    }
    const definition = await this.#navigator.readToolDefinition(server, name);
    return { server, name, description: definition.description, definition };
  }

  /** Every tool of a server, by name. */
  async loadServer(server: string, level: DetailLevel): Promise<LoadedTool[]> {
    const tools = await this.#navigator.listTools(server);
    const loaded: LoadedTool[] = [];
    for (let at = 0; at < tools.length; at += AT_ONCE) {
      const some = tools.slice(at, at + AT_ONCE).map(({ name }) => this.load(server, name, level));
      loaded.push(...(await Promise.all(some)));
    }
    return loaded;
  }
}
