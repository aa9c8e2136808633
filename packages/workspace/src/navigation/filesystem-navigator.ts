import { promises as fs } from 'node:fs';
import { join, resolve } from 'node:path';
import { isPlainFileName } from '../names/safe-name.ts';
import { folderInside, NavigationError, openPlainFile, plainName } from './inside-root.ts';
import { descriptionIn, metadataIn, type ToolMetadata } from './tool-text.ts';

/** Number of bytes to read for a description. Every generated file has its description within this prefix. */
const DESCRIPTION_BYTES = 500;
const EXTENSION = '.ts';
const INDEX = 'index.ts';

export interface ServerInfo {
  readonly name: string;
  readonly path: string;
}

export interface ToolInfo {
  readonly name: string;
  readonly filename: string;
  readonly path: string;
}

export interface ToolDescription {
  readonly name: string;
  readonly server: string;
  readonly description: string;
  readonly path: string;
}

export interface ToolDefinition extends ToolMetadata {
  readonly name: string;
  readonly server: string;
  readonly code: string;
}

/** Navigates a tree of tools, and reads only the requested files. No name or link leads out of the root. */
export class FilesystemNavigator {
  readonly root: string;

  /** `root`: the folder of the tree. Default: the working directory. */
  constructor(root = '.') {
    this.root = resolve(root);
  }

  async listServers(): Promise<ServerInfo[]> {
    const servers = await folderInside(this.root, 'servers');
    const entries = await fs.readdir(servers, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() && isPlainFileName(entry.name))
      .map(({ name }) => ({ name, path: join(servers, name) }))
      .sort(byName);
  }

  async listTools(server: string): Promise<ToolInfo[]> {
    const folder = await this.#folderOf(server);
    const entries = await fs.readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && entry.name.endsWith(EXTENSION) && entry.name !== INDEX)
      .map(({ name }) => ({ name: name.slice(0, -EXTENSION.length), filename: name, path: join(folder, name) }))
      .sort(byName);
  }

  /** A tool's description, from the first 500 bytes of its file. */
  async readToolDescription(server: string, tool: string): Promise<ToolDescription> {
    const { file, path } = await this.#open(server, tool);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(DESCRIPTION_BYTES), 0, DESCRIPTION_BYTES, 0);
      // `stream` drops an incomplete character at the end.
      const start = new TextDecoder().decode(buffer.subarray(0, bytesRead), { stream: true });
      return { name: tool, server, description: descriptionIn(start), path };
    } finally {
      await file.close();
    }
  }

  /** The whole file, with its type and function names. */
  async readToolDefinition(server: string, tool: string): Promise<ToolDefinition> {
    const { file } = await this.#open(server, tool);
    try {
      const code = await file.readFile('utf8');
      return { name: tool, server, code, ...metadataIn(code) };
    } finally {
      await file.close();
    }
  }

  /** Whether a text is exactly the name of a server of this tree. */
  async isServerName(text: string): Promise<boolean> {
    if (typeof text !== 'string' || !isPlainFileName(text)) return false;
    const servers = await this.listServers().catch((error: unknown) => {
      if (error instanceof NavigationError) return [];
      throw error;
    });
    return servers.some(({ name }) => name === text);
  }

  async #folderOf(server: string): Promise<string> {
    try {
      return await folderInside(this.root, 'servers', plainName(server, 'server'));
    } catch (error) {
      if (!(error instanceof NavigationError) || error.code !== 'NOT_FOUND') throw error;
      throw new NavigationError(
        'NOT_FOUND',
        `There is no server '${server}' in this tree. List them with listServers.`,
      );
    }
  }

  async #open(server: string, tool: string): Promise<{ file: fs.FileHandle; path: string }> {
    const folder = await this.#folderOf(server);
    const path = join(folder, plainName(`${plainName(tool, 'tool')}${EXTENSION}`, 'tool'));
    return { file: await openPlainFile(path, `tool '${tool}' of '${server}'`), path };
  }
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
