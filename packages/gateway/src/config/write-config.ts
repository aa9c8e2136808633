import { randomUUID } from 'node:crypto';
import { chmod, constants, copyFile, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CONFIG_SCHEMA_URL, type GatewayConfig } from './config-schema.ts';

export interface WrittenConfig {
  readonly file: string;
  /** The copy of the previous file. */
  readonly backup?: string | undefined;
}

/** A configuration may hold secrets, so only its owner may read it. */
const OWNER_ONLY = 0o600;

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
  const target = await linkTarget(resolve(file));
  await mkdir(dirname(target), { recursive: true });
  const draft = `${target}.${randomUUID()}.tmp`;
  try {
    const handle = await open(draft, 'wx', OWNER_ONLY);
    try {
      await handle.writeFile(text, 'utf8');
      await handle.sync();
    } finally {
      await handle.close();
    }
    const backup = await copyBeside(target);
    await rename(draft, target);
    return { file: target, backup };
  } finally {
    await rm(draft, { force: true });
  }
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

/** Users often link to settings that are in another folder. The link has to stay, so its target is written. */
async function linkTarget(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch {
    return file;
  }
}
