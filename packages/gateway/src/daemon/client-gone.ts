import type { Readable } from 'node:stream';

/** How often the parent process is checked. */
const PARENT_CHECK_MS = 1_000;

export interface ClientWatch {
  /** Resolves with the reason when the client of this process is gone. */
  readonly gone: Promise<string>;
  end(): void;
}

/** Notices that the MCP client at stdin and stdout has closed the pipe, stopped reading or exited. */
export function watchClient(stdin: Readable = process.stdin): ClientWatch {
  const parent = process.ppid;
  let checking: NodeJS.Timeout | undefined;
  const gone = new Promise<string>((resolve) => {
    stdin.once('end', () => resolve('the client closed the connection'));
    stdin.once('close', () => resolve('the client closed the connection'));
    stdin.once('error', () => resolve('the connection to the client broke'));
    process.stdout.once('error', () => resolve('the client stopped reading'));
    // A child of a killed client may hold the pipe open. Then stdin never closes, so the parent process is checked too.
    checking = setInterval(() => {
      if (process.ppid !== parent) resolve('the client process has exited');
    }, PARENT_CHECK_MS);
    checking.unref();
  });
  return { gone, end: () => clearInterval(checking) };
}
