import { readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import {
  daemonAddress,
  defaultStateFolder,
  type Hello,
  type Joined,
  joinDaemon,
} from '@foldout/gateway/internal/daemon';
import { VERSION } from '../version.ts';
import { keyFor } from './sharing-key.ts';

/** Connects to the background gateway of a configuration, and starts it if none runs. Rejects if that is not possible. */
export async function joinBackground(
  file: string,
  gatewayArguments: readonly string[],
  hello: Pick<Hello, 'want' | 'profile' | 'client'>,
): Promise<Joined> {
  const text = readFileSync(file, 'utf8');
  const folder = process.cwd();
  const stateFolder = await stateFolderOf(file, text);
  const key = keyFor({ file, text, stateFolder, folder }, gatewayArguments);
  return joinDaemon({
    address: daemonAddress(stateFolder, key),
    hello: { ...hello, foldout: VERSION, pid: process.pid, folder },
    program: [process.argv[1] ?? '', 'serve', '--config', file, ...gatewayArguments, '--background', key],
  });
}

/** The configuration is only loaded if its state folder has to be expanded: loading takes longer than the rest. */
async function stateFolderOf(file: string, text: string): Promise<string> {
  if (!text.includes('stateFolder')) return resolve(defaultStateFolder());
  const plain = plainStateFolder(text);
  if (plain !== undefined) return plain;
  const { loadConfig } = await import('@foldout/gateway/internal/catalog');
  return loadConfig(file).config.stateFolder ?? resolve(defaultStateFolder());
}

function plainStateFolder(text: string): string | undefined {
  try {
    const { stateFolder } = JSON.parse(text) as { stateFolder?: unknown };
    const isPlain = typeof stateFolder === 'string' && isAbsolute(stateFolder) && !stateFolder.includes('$');
    return isPlain ? stateFolder : undefined;
  } catch {
    return undefined;
  }
}
