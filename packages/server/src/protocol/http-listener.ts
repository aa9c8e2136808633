import { isLoopback } from '@foldout/core/internal';
import { localhostHostValidation, localhostOriginValidation } from '@modelcontextprotocol/node';
import { answerHttp, serveHttp } from './serve-http.ts';

const MCP_PATH = '/mcp';

export interface McpListenerOptions {
  readonly host: string;
  readonly port: number;
  readonly maxBodyBytes: number;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly onProblem: (error: Error) => void;
}

export interface McpListener {
  readonly url: string;
  close(): Promise<void>;
}

/** Listens on loopback only: every program that can reach the port can run the commands. */
export async function listenHttp(options: McpListenerOptions): Promise<McpListener> {
  const { host, port, maxBodyBytes, fetch, onProblem } = options;
  if (!isLoopback(host)) {
    throw new Error(
      `Refusing to listen on '${host}': every client that can reach it could run every command. ` +
        "Use '127.0.0.1', or mount server.fetch behind your own authentication.",
    );
  }
  const guards = [localhostHostValidation(), localhostOriginValidation()];
  const { origin, close } = await serveHttp({
    host,
    port,
    handle: (request, response) => {
      if (!guards.every((guard) => guard(request, response))) return;
      if (request.url?.split('?', 1)[0] === MCP_PATH)
        void answerHttp(request, response, fetch, { onProblem, maxBodyBytes });
      else
        response.writeHead(404, { 'content-type': 'text/plain' }).end(`Nothing here. MCP is served at ${MCP_PATH}.\n`);
    },
  });
  return { url: `${origin}${MCP_PATH}`, close };
}
