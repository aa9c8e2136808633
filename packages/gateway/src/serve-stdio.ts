import { ClientPipe } from './client-pipe.ts';
import type { Gateway } from './gateway.ts';

/** How often a gateway looks whether the process that started it is still there. */
const PARENT_CHECK_MS = 1_000;

/**
 * Serves one client over stdin and stdout. Returns when the client has gone, however it went: it closed the pipe,
 * it stopped reading, or it is not there any more.
 */
export async function serveOverStdio(gateway: Gateway): Promise<string> {
  const parent = process.ppid;
  let watching: NodeJS.Timeout | undefined;
  const gone = new Promise<string>((resolve) => {
    process.stdin.once('end', () => resolve('the client closed the connection'));
    process.stdin.once('close', () => resolve('the client closed the connection'));
    process.stdin.once('error', () => resolve('the connection to the client broke'));
    process.stdout.once('error', () => resolve('the client stopped reading'));
    // A client that was killed may have left the pipe to a child of its own, which keeps it open.
    watching = setInterval(() => {
      if (process.ppid !== parent) resolve('the client is not there any more');
    }, PARENT_CHECK_MS);
    watching.unref();
  });
  gateway.server.connect(new ClientPipe(), { direct: true });
  try {
    return await gone;
  } finally {
    clearInterval(watching);
  }
}
