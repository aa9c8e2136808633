import { inSlices } from '../tree/in-slices.ts';
import type { FilesystemNavigator, ToolDefinition } from './filesystem-navigator.ts';

/** How much of a tool is loaded, from least to most. */
export const DETAIL_LEVELS = ['name', 'description', 'full'] as const;
export type DetailLevel = (typeof DETAIL_LEVELS)[number];

/** A tool at a level: `description` is absent at `name`, `definition` is present at `full` only. */
export interface LoadedTool {
  readonly server: string;
  readonly name: string;
  readonly description?: string;
  readonly definition?: ToolDefinition;
}

/** Loads tools of a tree at the requested level, and reads no more than that level needs. */
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

  /** Every tool of a server, sorted by name. */
  async loadServer(server: string, level: DetailLevel): Promise<LoadedTool[]> {
    const tools = await this.#navigator.listTools(server);
    return inSlices(tools, undefined, ({ name }) => this.load(server, name, level));
  }
}
