import type { Tool } from '@foldout/core';
import { type NamedServer, nameTools } from '../names/named-tools.ts';
import { skillsOf } from '../skills/skills-for.ts';
import { markOf } from './file-mark.ts';
import { CONFIG_PATH, CONFIG_TEXT, RUNTIME_PATH, RUNTIME_TEXT } from './runtime-file.ts';
import { serverFile, toolFile } from './tool-file.ts';

/** A file of the tree: its path from the root, with `/` on every system, and its text, made when it is asked for. */
export interface TreeFile {
  readonly path: string;
  text(): string;
  /** Stands for all that the text is made of, and is had more quickly than the text; absent where that is not so. */
  mark?(): string;
}

/** Every file that the tree of these tools has, without a disk: what `generateTree` writes. */
export function treeFiles(tools: Iterable<Tool>): TreeFile[] {
  return filesOf(nameTools(tools));
}

export function filesOf(servers: readonly NamedServer[]): TreeFile[] {
  return [
    { path: RUNTIME_PATH, text: () => RUNTIME_TEXT },
    { path: CONFIG_PATH, text: () => CONFIG_TEXT },
    ...skillsOf(servers).flatMap(({ name, files }) =>
      Object.entries(files).map(([file, text]) => ({ path: `skills/${name}/${file}`, text: () => text })),
    ),
    ...servers.flatMap(serverFolderFiles),
  ];
}

/** The files of one server: what a script imports. */
export function serverFolderFiles(server: NamedServer): TreeFile[] {
  return [
    ...server.tools.map((tool) => ({
      path: `servers/${server.folder}/${tool.name}.ts`,
      text: () => toolFile(tool),
      mark: once(() => markOf(tool)),
    })),
    { path: `servers/${server.folder}/index.ts`, text: () => serverFile(server) },
  ];
}

function once(make: () => string): () => string {
  let made: string | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
