import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { asObject, isObject, type JsonObject } from '@foldout/clients/internal';
import type { NeededVariable } from '@foldout/gateway/internal';
import { defaultStateFolder } from '@foldout/gateway/internal/catalog';
import { unzipSync } from 'fflate';
import { CliError, EXIT } from '../output/fail.ts';
import { serverOfManifest } from './mcpb-manifest.ts';

const MAX_BUNDLE = 200 * 1024 * 1024;
const MAX_UNPACKED = 1024 * 1024 * 1024;
const MAX_FILES = 50_000;

export interface Bundle {
  readonly name: string;
  readonly server: JsonObject;
  readonly needs: readonly NeededVariable[];
  /** Deletes the unpacked files. */
  discard(): Promise<void>;
}

/** Unpacks an MCP bundle (`.mcpb`, before that `.dxt`) into the state folder, and reads how its server is started. */
export async function fromBundle(file: string): Promise<Bundle> {
  if ((await stat(file)).size > MAX_BUNDLE) throw refused(file, `is larger than ${MAX_BUNDLE / 1024 / 1024} MB`);
  const bytes = await readFile(file);
  const files = unpacked(file, bytes);
  const manifest = manifestOf(file, files['manifest.json']);
  const name = String(manifest['name'] ?? 'server')
    .replaceAll(/[^\w.-]+/g, '-')
    .slice(0, 60);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  const folder = join(defaultStateFolder(), 'bundles', `${name}-${hash}`);
  const found = serverOfManifest(manifest, { folder, home: homedir(), platform: process.platform });
  if (!found) throw refused(file, `has no server for ${process.platform}`);
  await writeFiles(folder, files, found.program);
  const discard = () => rm(folder, { recursive: true, force: true });
  return { name, server: found.server, needs: found.needs, discard };
}

function unpacked(file: string, bytes: Uint8Array): Record<string, Uint8Array> {
  let count = 0;
  let size = 0;
  let unsafe: string | undefined;
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        count += 1;
        size += originalSize;
        if (!isSafe(name)) unsafe = name;
        return unsafe === undefined && count <= MAX_FILES && size <= MAX_UNPACKED && !name.endsWith('/');
      },
    });
    if (unsafe !== undefined) throw refused(file, 'has a file with a path outside of the bundle');
    if (count > MAX_FILES || size > MAX_UNPACKED) throw refused(file, 'unpacks to too many or too large files');
    return files;
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw refused(file, 'is not a ZIP archive');
  }
}

/** A path that stays in its folder on every platform. */
function isSafe(name: string): boolean {
  return !/^[\\/]|^[A-Za-z]:|\0|(^|[\\/])\.\.([\\/]|$)/.test(name) && !name.includes('\\');
}

function manifestOf(file: string, bytes: Uint8Array | undefined): JsonObject {
  if (!bytes) throw refused(file, 'has no manifest.json');
  try {
    const manifest: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (isObject(manifest) && isObject(asObject(manifest['server'])['mcp_config'])) return manifest;
  } catch {
    // Reported below.
  }
  throw refused(file, 'has a manifest.json without the field server.mcp_config');
}

/** Complete or not at all: the files are written beside the folder, which then gets its name. */
async function writeFiles(folder: string, files: Record<string, Uint8Array>, program: string | undefined) {
  const beside = `${folder}.${process.pid}`;
  await rm(beside, { recursive: true, force: true });
  for (const [name, content] of Object.entries(files)) {
    const path = join(beside, ...name.split('/'));
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, content, { mode: 0o600 });
  }
  // The permission bits of an archive are the sender's: only the program gets the right to run.
  if (program?.startsWith(folder + sep)) await chmod(beside + program.slice(folder.length), 0o700).catch(() => {});
  await rm(folder, { recursive: true, force: true });
  await rename(beside, folder);
}

function refused(file: string, why: string): CliError {
  return new CliError(`${file} cannot be added: it ${why}. Get the bundle again from its author`, EXIT.failed);
}
