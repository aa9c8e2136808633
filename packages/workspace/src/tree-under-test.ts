import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { TOOL_DEFAULTS, type Tool } from '@foldout/core';

/** A tool of a server that a tree is made of. */
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

/** A new folder under the system's temporary one, gone when the test is. */
export class Scratch implements Disposable {
  readonly root = mkdtempSync(join(tmpdir(), 'foldout-tree-'));

  path(...segments: string[]): string {
    return join(this.root, ...segments);
  }

  read(...segments: string[]): string {
    return readFileSync(this.path(...segments), 'utf8');
  }

  /** Every file under it, by path. */
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

/** A link to a place. Windows lets everybody link to folders only, so a link to a file leads to its folder there. */
export function linkTo(target: string, path: string): void {
  const isFolder = lstatSync(target).isDirectory();
  if (process.platform !== 'win32') symlinkSync(target, path);
  else symlinkSync(isFolder ? target : dirname(target), path, 'junction');
}
