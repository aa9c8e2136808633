import type { Socket } from 'node:net';

/** The first line that a client of the background gateway sends. */
export interface Hello {
  readonly foldout: string;
  readonly want: 'session' | 'status' | 'stop';
  /** On Windows, other users can see the named pipe: this token, from a private file, shows that it is the same user. */
  readonly token?: string | undefined;
  readonly pid?: number | undefined;
  /** The working folder of the client. */
  readonly folder?: string | undefined;
  readonly profile?: string | undefined;
  /** The id of the client, as `foldout connect` writes it. */
  readonly client?: string | undefined;
}

/** The first line of the answer. After a welcome to a session, both sides send MCP messages. */
export interface Welcome {
  readonly ok: boolean;
  /** Why the gateway refuses. */
  readonly reason?: string | undefined;
  /** Lines for the stderr of the client, such as problems of the configuration. */
  readonly notes?: readonly string[] | undefined;
  readonly status?: DaemonStatus | undefined;
}

export interface DaemonStatus {
  readonly pid: number;
  readonly version: string;
  readonly config: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly memoryMb: number;
  readonly clients: readonly ConnectedClient[];
  readonly servers: readonly { readonly name: string; readonly state: string; readonly pid?: number | undefined }[];
}

export interface ConnectedClient {
  readonly pid?: number | undefined;
  readonly folder?: string | undefined;
  readonly profile?: string | undefined;
  readonly since: number;
}

const MAX_LINE = 65_536;
const NEWLINE = 0x0a;

export function writeLine(socket: Socket, message: Hello | Welcome): void {
  socket.write(`${JSON.stringify(message)}\n`);
}

/** Reads one line of JSON and leaves the bytes after it in the socket. Rejects when the socket closes or time is up. */
export function readLine<T extends Hello | Welcome>(socket: Socket, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    let read = Buffer.alloc(0);
    const settle = (finish: () => void): void => {
      clearTimeout(timer);
      socket.off('data', onData).off('close', onClose).off('error', fail);
      socket.pause();
      finish();
    };
    const fail = (error: Error): void => settle(() => reject(error));
    const onClose = (): void => fail(new Error('the connection was closed'));
    const onData = (chunk: Buffer): void => {
      read = Buffer.concat([read, chunk]);
      const end = read.indexOf(NEWLINE);
      if ((end === -1 ? read.length : end) > MAX_LINE) {
        fail(new Error('the first line is too long'));
        return;
      }
      if (end === -1) return;
      settle(() => {
        const rest = read.subarray(end + 1);
        if (rest.length > 0) socket.unshift(rest);
        try {
          resolve(JSON.parse(read.toString('utf8', 0, end)) as T);
        } catch {
          reject(new Error('the first line is not JSON'));
        }
      });
    };
    const timer = setTimeout(() => fail(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
    socket.on('data', onData).on('close', onClose).on('error', fail);
  });
}
