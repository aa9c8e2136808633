import { chmod, constants, copyFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { linkTarget, OWNER_ONLY, writeAtomically } from './atomic-file.ts';
import { CONFIG_SCHEMA_URL, type GatewayConfig } from './config-schema.ts';

export interface WrittenConfig {
  readonly file: string;
  /** The copy of the previous file. */
  readonly backup?: string | undefined;
}

const OPENING = `// The servers of this gateway. All fields: docs/reference/config.md. \${VAR} and \${VAR:-default} are replaced.
// A running gateway applies changes at once.
`;

/** The text of a configuration file: JSON with comments, and a schema for editors. */
export function renderConfig(config: GatewayConfig): string {
  const { $schema = CONFIG_SCHEMA_URL, mcpServers, ...settings } = config;
  return `${OPENING}${JSON.stringify({ $schema, ...settings, mcpServers }, null, 2)}\n`;
}

/** Writes a file atomically, and keeps a copy of the previous one beside it. */
export async function writeConfig(file: string, text: string): Promise<WrittenConfig> {
  let backup: string | undefined;
  const beforeReplace = async (): Promise<void> => {
    backup = await copyBeside(await linkTarget(resolve(file)));
  };
  const target = await writeAtomically(file, text, { mode: OWNER_ONLY, beforeReplace });
  return { file: target, backup };
}

/** Copies to the next free name, so that an older backup is never overwritten. */
async function copyBeside(file: string): Promise<string | undefined> {
  for (let count = 1; ; count++) {
    const backup = `${file}.backup${count === 1 ? '' : `-${count}`}`;
    try {
      await copyFile(file, backup, constants.COPYFILE_EXCL);
      await chmod(backup, OWNER_ONLY);
      return backup;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return undefined;
      if (code !== 'EEXIST') throw error;
    }
  }
}
