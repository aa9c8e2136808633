import { createHash } from 'node:crypto';
import { redact } from '../logging/redact.ts';
import { isSecretName } from '../logging/secret-names.ts';
import { MANIFEST_FORMAT } from './manifest-format.ts';

/** The settings that identify a server. A change of any of them can change the tools of the server. */
export interface ServerIdentity {
  readonly type?: string | undefined;
  readonly command?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly cwd?: string | undefined;
  readonly url?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly openapi?: string | undefined;
}

/**
 * Cache key of a server's manifest: a hash of its command, address and settings without secrets. A new password or token
 * keeps the key; any other change gives a new one.
 */
export function manifestKey(config: ServerIdentity): string {
  const { type, command, args = [], env, cwd, url, headers, openapi } = config;
  const identity = {
    format: MANIFEST_FORMAT,
    type: type ?? (url === undefined ? 'stdio' : 'http'),
    command,
    args: args.map((arg, i) => (isSecretName(args[i - 1] ?? '') ? '' : redact(arg))),
    cwd,
    url: url === undefined ? undefined : redact(url),
    env: withoutSecrets(env),
    headers: withoutSecrets(headers),
    openapi: openapi === undefined ? undefined : redact(openapi),
  };
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex');
}

function withoutSecrets(values: Readonly<Record<string, string>> = {}): [string, string][] {
  const shown = Object.entries(values).map(([name, value]): [string, string] => [
    name,
    // Only the password of a URL is removed. Host and path stay, because another database means another server.
    isSecretName(name) && !value.includes('://') ? '' : redact(value),
  ]);
  return shown.sort(([a], [b]) => (a < b ? -1 : 1));
}
