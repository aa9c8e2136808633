import { createHash } from 'node:crypto';
import type { ServerConfig } from '../config/config-schema.ts';
import { isSecretName } from './secrets.ts';

/**
 * What a manifest belongs to. A new token leaves it as it is; another command, address or setting does not. It is a
 * hash, so that what is on disk tells nothing of the configuration.
 */
export function manifestKey(config: ServerConfig): string {
  const identity = {
    type: config.type ?? (config.url === undefined ? 'stdio' : 'http'),
    command: config.command,
    args: config.args,
    cwd: config.cwd,
    url: config.url === undefined ? undefined : addressOf(config.url),
    env: withoutSecrets(config.env),
    headers: withoutSecrets(config.headers),
  };
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32);
}

function withoutSecrets(values: Readonly<Record<string, string>> = {}): [string, string][] {
  const shown = Object.entries(values).map(([name, value]): [string, string] => [
    name,
    isSecretName(name) ? '' : value,
  ]);
  return shown.sort(([a], [b]) => (a < b ? -1 : 1));
}

function addressOf(text: string): string {
  const url = new URL(text);
  url.username = '';
  url.password = '';
  for (const name of [...url.searchParams.keys()]) if (isSecretName(name)) url.searchParams.set(name, '');
  return url.href;
}
