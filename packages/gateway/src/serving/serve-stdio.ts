import { watchClient } from '../daemon/client-gone.ts';
import type { Gateway } from '../gateway.ts';
import { LOCAL_OWNER } from '../relay/profiles.ts';
import type { GatewayOwner } from '../relay/visible-upstreams.ts';
import { ClientPipe } from './client-pipe.ts';

export interface ServeStdioOptions {
  /** The name of the profile that the client gets. */
  readonly profile?: string | undefined;
  /** The id of the client: it gets only the servers that are for it. */
  readonly client?: string | undefined;
}

/**
 * Serves one client over stdin and stdout. Resolves with the reason when the client has closed the pipe, stopped reading
 * or exited.
 */
export async function serveOverStdio(gateway: Gateway, options: ServeStdioOptions = {}): Promise<string> {
  const watch = watchClient();
  const owner = localOwner(gateway, options);
  gateway.logFailures();
  gateway.server.connect(new ClientPipe(), { direct: true, ...(owner !== LOCAL_OWNER && { owner }) });
  try {
    return await watch.gone;
  } finally {
    watch.end();
  }
}

/** The owner of a local connection, narrowed by its profile and its client. */
export function localOwner(gateway: Gateway, { profile, client }: ServeStdioOptions): GatewayOwner {
  const user = profile === undefined ? LOCAL_OWNER : gateway.profiles.ownerIn(profile, LOCAL_OWNER);
  return client === undefined ? user : gateway.clientAccess.ownerFor(client, user);
}
