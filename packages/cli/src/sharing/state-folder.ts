import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { defaultStateFolder, discoverConfig, loadConfig } from '@foldout/gateway/internal/catalog';

/** The state folder of the configuration of --config, or of the one in the default places. */
export function stateFolderFor({ config }: { readonly config?: string }): string {
  const loaded = config === undefined ? discoverConfig().loaded : loadConfig(config);
  return loaded.config.stateFolder ?? resolve(defaultStateFolder());
}

/** The state folder of a configuration file that may not exist yet. */
export function stateFolderOf(file: string): string {
  return existsSync(file) ? stateFolderFor({ config: file }) : resolve(defaultStateFolder());
}
