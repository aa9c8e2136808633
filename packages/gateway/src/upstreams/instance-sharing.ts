import type { ServerConfig } from '../config/config-schema.ts';

/** Who shares one instance of a server: all clients, the clients of one working folder, or the requests of one session. */
export type InstanceSharing = 'all' | 'folder' | 'session';

/** Programs that download and run a published package, which does not depend on the folder where it was started. */
const PACKAGE_RUNNERS = /^(npx|bunx|uvx|pipx|docker|podman)(\.(cmd|exe|ps1))?$/i;
/** `.`, `./data`, `..\data`, and the same after `=` or `:` */
const RELATIVE = /(^|[=:,])\.{1,2}([\\/]|$)/;
const FROM_FOLDER = /(cwd|pwd|working-?dir)/i;
/** A relative file, such as `server.py` or `src/main.ts`; not a package with a scope (`@a/b`) or a version (`pkg@1.2`). */
const RELATIVE_FILE =
  /^(?![@/\\]|[a-z]+:|[A-Z]:[\\/]).*\.(js|mjs|cjs|ts|mts|py|rb|sh|jar|json|ya?ml|toml|db|sqlite|env)$/i;

/**
 * Who may share an instance of a server where the clients of a gateway have different working folders. A process that was
 * started without a `cwd` may read its working folder, so only the clients of that folder share it; a server over HTTP, a
 * server with a `cwd` and a published package without a relative path do not depend on the folder.
 */
export function instanceSharing(config: ServerConfig): InstanceSharing {
  const { instances, command, cwd, args = [], env = {} } = config;
  if (instances === 'per-session') return 'session';
  if (instances === 'shared' || command === undefined || cwd !== undefined) return 'all';
  const program = command.split(/[\\/]/).at(-1) ?? '';
  const texts = [...args, ...Object.values(env)];
  const readsFolder = texts.some((text) => RELATIVE.test(text) || FROM_FOLDER.test(text) || RELATIVE_FILE.test(text));
  return PACKAGE_RUNNERS.test(program) && !readsFolder ? 'all' : 'folder';
}
