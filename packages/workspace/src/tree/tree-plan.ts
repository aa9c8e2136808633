import { type NamedServer, nameTools, type TreeTool } from '../names/named-tools.ts';
import { skillsOf } from '../skills/skills-for.ts';
import { CALLER_PATH, CALLER_TEXT } from './caller-file.ts';
import { inputHashOf } from './input-hash.ts';
import { CONFIG_PATH, CONFIG_TEXT, RUNTIME_PATH, RUNTIME_TEXT } from './runtime-file.ts';
import { serverFile, toolFile } from './tool-file.ts';

/** A file of the tree. Its path is relative to the root, with `/` on every system; its text is generated on demand. */
export interface TreeFile {
  readonly path: string;
  text(): string;
  /** Hash of everything that the text depends on. Absent if it would not be faster than generating the text. */
  inputHash?(): string;
}

/** All files that `generateTree` would write for these tools, in memory. */
export function treeFiles(tools: Iterable<TreeTool>): TreeFile[] {
  return filesOf(nameTools(tools));
}

export function filesOf(servers: readonly NamedServer[]): TreeFile[] {
  return [
    { path: RUNTIME_PATH, text: () => RUNTIME_TEXT },
    { path: CALLER_PATH, text: () => CALLER_TEXT },
    { path: CONFIG_PATH, text: () => CONFIG_TEXT },
    ...skillsOf(servers).flatMap(({ name, files }) =>
      Object.entries(files).map(([file, text]) => ({ path: `skills/${name}/${file}`, text: () => text })),
    ),
    ...servers.flatMap(serverFolderFiles),
  ];
}

/** The files of one server, which scripts import. */
export function serverFolderFiles(server: NamedServer): TreeFile[] {
  return [
    ...server.tools.map((tool) => ({
      path: `servers/${server.folder}/${tool.name}.ts`,
      text: () => toolFile(tool),
      inputHash: once(() => inputHashOf(tool)),
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
