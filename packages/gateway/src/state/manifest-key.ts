import { createHash } from 'node:crypto';
import { contentHash } from '@foldout/core';
import { redact } from '../logging/redact.ts';
import { isSecretName } from '../logging/secret-shapes.ts';
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

/** The same for the same server, also after its password or token has changed. */
export function manifestKey(config: ServerIdentity): string {
  const { type, command, args = [], env = {}, cwd, url, headers = {} } = config;
  return contentHash({
    format: MANIFEST_FORMAT,
    type,
    command,
    args: args.map((arg, i) => (isSecretName(args[i - 1] ?? '') ? '' : redact(arg))),
    env: withoutSecrets(env),
    cwd,
    url: url === undefined ? undefined : redact(url),
    headers: withoutSecrets(headers),
  });
}

function withoutSecrets(values: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(values).map(([name, value]) => [name, isSecretName(name) ? '' : redact(value)]);
}

/** A file name for any server: safe on every system, and different also where case does not count. */
export function fileNameOf(server: string): string {
  const readable = server
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .slice(0, 32);
  return `${readable}.${createHash('sha256').update(server).digest('hex').slice(0, 16)}`;
}
