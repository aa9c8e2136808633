import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileNameOf, PRIVATE_FOLDER, writePrivateFile } from '../state/private-files.ts';
import { defaultStateFolder } from '../state/state-folder.ts';
import type { GatewayConfig, ServerConfig } from './config-schema.ts';

export const AGREEMENTS_ENDING = '.agreement';

/**
 * The configuration file that a server comes from, if its user has not agreed to that file. A symbol: no file can set it,
 * and it is never written, but a configuration with it differs from one without.
 */
const UNAGREED: unique symbol = Symbol('unagreed');
type Held = ServerConfig & { readonly [UNAGREED]?: string };

/** The folder of the agreements. Never the state folder of a configuration: a found file could bring agreements along. */
function agreementsFolder(env?: Readonly<Record<string, string | undefined>>): string {
  return join(resolve(defaultStateFolder(env)), 'agreements');
}

/** Creates the folder, so that it can be watched. */
export function makeAgreementsFolder(): string {
  const folder = agreementsFolder();
  try {
    mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
    chmodSync(folder, PRIVATE_FOLDER);
  } catch {}
  return folder;
}

export function fingerprintOfText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Whether the user has agreed to this file with exactly this text. */
export function isAgreed(
  file: string,
  fingerprint: string,
  env?: Readonly<Record<string, string | undefined>>,
): boolean {
  const real = realPath(file);
  try {
    const stored: unknown = JSON.parse(readFileSync(agreementFile(real, env), 'utf8'));
    const { file: storedFile, sha256 } = stored as { file?: unknown; sha256?: unknown };
    return storedFile === real && sha256 === fingerprint;
  } catch {
    return false;
  }
}

/** Remembers that the user has seen this text of a file and agreed to it. */
export async function agreeTo(file: string, fingerprint: string): Promise<void> {
  const real = realPath(file);
  await writePrivateFile(
    agreementFile(real),
    `${JSON.stringify({ file: real, sha256: fingerprint, at: Date.now() })}\n`,
  );
}

/** Whether a file belongs to a working folder, and not to the user. */
export function isInFolder(file: string, folder: string): boolean {
  const path = relative(realPath(folder), realPath(file));
  return path !== '' && !path.startsWith('..') && resolve(path) !== path;
}

/** The servers of a file to which the user has not agreed, none of which starts. No other setting of the file counts. */
export function heldConfig({ mcpServers }: GatewayConfig, file: string): GatewayConfig {
  const held = Object.entries(mcpServers).map(([name, server]) => [name, heldServer(server, file)] as const);
  return { mcpServers: Object.fromEntries(held) };
}

export function heldServer(server: ServerConfig, file: string): ServerConfig {
  const held: Held = { ...server, [UNAGREED]: file };
  return held;
}

/** The file that has to be agreed to before this server starts. */
export function unagreedFile(server: Held): string | undefined {
  return server[UNAGREED];
}

function agreementFile(real: string, env?: Readonly<Record<string, string | undefined>>): string {
  return join(agreementsFolder(env), `${fileNameOf(real)}${AGREEMENTS_ENDING}`);
}

function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return resolve(file);
  }
}
