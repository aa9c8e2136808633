import { createHash } from 'node:crypto';
import { redact } from '../logging/redact.ts';
import { isSecretName } from '../logging/secret-names.ts';
import { MANIFEST_FORMAT } from './manifest-format.ts';

/** What of a server's configuration decides which server it is, and so which tools it has. */
export interface ServerIdentity {
  readonly type?: string | undefined;
  readonly command?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly cwd?: string | undefined;
  readonly url?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * The same for the same server, also after its password or token has changed; another command, address or setting is
 * another server. A hash, so that what is on disk tells nothing of the configuration.
 */
export function manifestKey(config: ServerIdentity): string {
  const { type, command, args = [], env, cwd, url, headers } = config;
  const identity = {
    format: MANIFEST_FORMAT,
    type: type ?? (url === undefined ? 'stdio' : 'http'),
    command,
    args: args.map((arg, i) => (isSecretName(args[i - 1] ?? '') ? '' : redact(arg))),
    cwd,
    url: url === undefined ? undefined : redact(url),
    env: withoutSecrets(env),
    headers: withoutSecrets(headers),
  };
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex');
}

function withoutSecrets(values: Readonly<Record<string, string>> = {}): [string, string][] {
  const shown = Object.entries(values).map(([name, value]): [string, string] => [
    name,
    // Of an address only the password is secret: another database is another server.
    isSecretName(name) && !value.includes('://') ? '' : redact(value),
  ]);
  return shown.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** A file name for any server: safe on every system, and different also where case does not count. */
export function fileNameOf(server: string): string {
  const readable = server
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .slice(0, 32);
  return `${readable}.${createHash('sha256').update(server).digest('hex').slice(0, 16)}`;
}
