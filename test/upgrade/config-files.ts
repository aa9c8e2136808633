import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The functions of a `@foldout/gateway` build that read configuration files. */
interface ConfigReader {
  loadConfig(file: string, options: object): { readonly config: unknown; readonly problems: readonly object[] };
  importConfigs(options: object): { readonly config: unknown; readonly found: readonly object[] };
}

/** Variables that the configuration files refer to. */
const ENV = {
  NOTES_TOKEN: 'notes-token',
  TRACKER_TOKEN: 'tracker-token',
  WIKI_SECRET: 'wiki-secret',
  ANN_TOKEN: 'a-token-for-ann-1234',
  DB_PASSWORD: 'db-password',
};

/** Files that a gateway reads as they are, and files of clients that `foldout import` reads. */
const SERVED = ['foldout.json', 'mcp.json', '.cursor/mcp.json', '.vscode/mcp.json', 'claude_desktop_config.json'];
const IMPORTED = [
  'mcp.json',
  'claude_desktop_config.json',
  '.claude.json',
  '.cursor/mcp.json',
  '.vscode/mcp.json',
  'mcp_config.json',
  'config.toml',
  'opencode.json',
];

/** The configuration that a build reads from each file. Paths in `folder` start with `<folder>`. */
export function readConfigs({ loadConfig, importConfigs }: ConfigReader, folder: string): object {
  const machine = { env: ENV, home: join(folder, 'home'), cwd: folder, platform: 'linux' };
  const read = (files: readonly string[], each: (file: string) => object) =>
    Object.fromEntries(files.filter((file) => existsSync(join(folder, file))).map((file) => [file, each(file)]));
  const served = read(SERVED, (file) => {
    const { config, problems } = loadConfig(join(folder, file), machine);
    return { config, problems };
  });
  const imported = read(IMPORTED, (file) => {
    const { config, found } = importConfigs({ ...machine, from: join(folder, file) });
    return { config, found };
  });
  const written = JSON.stringify({ served, imported });
  return JSON.parse(written.replaceAll(JSON.stringify(folder).slice(1, -1), '<folder>').replaceAll('\\\\', '/'));
}
