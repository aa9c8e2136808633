import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { Tool } from '@foldout/core';
import { TOOL_DEFAULTS } from '@foldout/core/internal';

/** A tool for a test tree. */
export function treeTool(server: string, name: string, over: Partial<Tool> = {}): Tool {
  return {
    ...TOOL_DEFAULTS,
    id: `${server}/${name}`,
    server,
    name,
    summary: over.description ?? `Runs ${name}`,
    description: `Runs ${name}`,
    category: server,
    inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    ...over,
  };
}

/** A temporary folder, deleted when it is disposed. */
export class Scratch implements Disposable {
  readonly root = mkdtempSync(join(tmpdir(), 'foldout-tree-'));

  path(...segments: string[]): string {
    return join(this.root, ...segments);
  }

  read(...segments: string[]): string {
    return readFileSync(this.path(...segments), 'utf8');
  }

  /** The relative paths of all files, sorted. */
  files(): string[] {
    return readdirSync(this.root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(this.root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .sort();
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Creates a symbolic link. On Windows, file links need special rights, so it links to the folder of the file. */
export function linkTo(target: string, path: string): void {
  const isFolder = lstatSync(target).isDirectory();
  if (process.platform !== 'win32') symlinkSync(target, path);
  else symlinkSync(isFolder ? target : dirname(target), path, 'junction');
}
