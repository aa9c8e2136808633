import type { Gateway } from '../gateway.ts';
import { LOCAL_OWNER } from '../relay/profiles.ts';
import { ClientPipe } from './client-pipe.ts';

/** How often the gateway checks that its parent process is still running. */
const PARENT_CHECK_MS = 1_000;

export interface ServeStdioOptions {
  /** The name of the profile that the client gets. */
  readonly profile?: string | undefined;
}

/**
 * Serves one client over stdin and stdout. Resolves with the reason when the client has closed the pipe, stopped reading
 * or exited.
 */
export async function serveOverStdio(gateway: Gateway, { profile }: ServeStdioOptions = {}): Promise<string> {
  const parent = process.ppid;
  let watching: NodeJS.Timeout | undefined;
  const gone = new Promise<string>((resolve) => {
    process.stdin.once('end', () => resolve('the client closed the connection'));
    process.stdin.once('close', () => resolve('the client closed the connection'));
    process.stdin.once('error', () => resolve('the connection to the client broke'));
    process.stdout.once('error', () => resolve('the client stopped reading'));
    // A child of a killed client may hold the pipe open. Then stdin never closes, so the parent process is checked too.
    watching = setInterval(() => {
      if (process.ppid !== parent) resolve('the client process has exited');
    }, PARENT_CHECK_MS);
    watching.unref();
  });
  const owner = profile === undefined ? undefined : gateway.profiles.ownerIn(profile, LOCAL_OWNER);
  gateway.logFailures();
  gateway.server.connect(new ClientPipe(), { direct: true, owner });
  try {
    return await gone;
  } finally {
    clearInterval(watching);
  }
}
