import type { JsonObject } from '@foldout/core';
import { APPS_EXTENSION } from '@foldout/core/internal';
import type {
  AuthProvider,
  ClientCapabilities,
  OAuthClientProvider,
  PriorDiscovery,
  Transport,
} from '@modelcontextprotocol/client';
import type { ServerConfig } from '../config/config-schema.ts';
import { Connection, type ConnectionEvents } from './connection.ts';
import { httpStatus, StartTimeout } from './failure.ts';
import { sseTransport, streamableTransport } from './http/http-transports.ts';
import type { RootsOf } from './root-requests.ts';
import { loadSdk, type Sdk } from './sdk.ts';
import type { Reaper } from './stdio/reaper.ts';
import { type StdioLimits, StdioTransport } from './stdio/stdio-transport.ts';

export interface ConnectRequest {
  readonly config: ServerConfig;
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** The era found last time. Undefined: probe the server for it. */
  readonly prior: PriorDiscovery | undefined;
  /** Fails if the server does not speak the era `prior`, instead of trying the other era. */
  readonly onlyPrior?: boolean;
  readonly timeoutMs: number;
  readonly reaper: Reaper;
  readonly stdioLimits?: Partial<StdioLimits> | undefined;
  readonly authProvider: OAuthClientProvider | AuthProvider | undefined;
  readonly hide: (text: string) => string;
  readonly events: ConnectionEvents;
  /** Called for every transport that is tried, so that an error message can show how its process ended. */
  readonly onTransport: (transport: Transport) => void;
  /** Absent: several clients share the connection, so that the server cannot ask for roots. */
  readonly roots?: RootsOf | undefined;
}

/** What a server may request from the client that calls it. Roots only where no other client shares the connection. */
const CLIENT_CAPABILITIES: ClientCapabilities = {
  elicitation: { form: {}, url: {} },
  sampling: {},
  // Servers with apps list their tools for a host that shows pages, and answer others with text alone.
  extensions: { [APPS_EXTENSION]: { mimeTypes: ['text/html;profile=mcp-app'] } },
};

/** How long to wait for the answer to the era probe, at most half of the start timeout. Some legacy servers do not answer it. */
const PROBE_MS = 10_000;
/** HTTP statuses of a server that does not know Streamable HTTP. */
const NOT_STREAMABLE = new Set([400, 404, 405]);
/** Exit codes of a shell: not executable, not found. */
const NOT_RUNNABLE = new Set([126, 127]);

export async function connect(request: ConnectRequest): Promise<Connection> {
  const sdk = await loadSdk();
  try {
    return await connectAs(sdk, request);
  } catch (error) {
    // The server answers, but not in the era that the manifest remembers: it was probably updated.
    if (!request.prior || request.onlyPrior || !isAnswer(error)) throw error;
    return connectAs(sdk, { ...request, prior: undefined });
  }
}

function isAnswer(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return (Number.isSafeInteger(code) && (code as number) < 0) || NOT_STREAMABLE.has(httpStatus(error) ?? 0);
}

async function connectAs(sdk: Sdk, request: ConnectRequest): Promise<Connection> {
  const { config } = request;
  const legacy: PriorDiscovery = { kind: 'legacy' };
  if (config.openapi !== undefined) {
    const { openApiTransport } = await import('./openapi/openapi-transport.ts');
    const api = { ...config, openapi: config.openapi };
    return attempt(sdk, request, await openApiTransport(api, request.timeoutMs), legacy);
  }
  if (config.url === undefined) return connectStdio(sdk, request);
  const address = { ...config, url: config.url };
  if (config.type === 'sse') return attempt(sdk, request, sseTransport(sdk, address, request.authProvider), legacy);
  try {
    return await attempt(sdk, request, streamableTransport(sdk, address, request.authProvider), request.prior);
  } catch (error) {
    if (!NOT_STREAMABLE.has(httpStatus(error) ?? 0)) throw error;
    try {
      return await attempt(sdk, request, sseTransport(sdk, address, request.authProvider), legacy);
    } catch {
      throw error;
    }
  }
}

async function connectStdio(sdk: Sdk, request: ConnectRequest): Promise<Connection> {
  const { config } = request;
  if (config.command === undefined) throw new Error('its configuration has neither "command" nor "url"');
  const server = {
    command: config.command,
    args: config.args ?? [],
    env: config.env,
    cwd: config.cwd,
    reaper: request.reaper,
    hide: request.hide,
    onWarning: (message: string) => request.events.onWarning(message),
    onLine: (line: string) => request.events.onLine?.(line),
    ...(request.stdioLimits && { limits: request.stdioLimits }),
  };
  const first = new StdioTransport(server);
  try {
    return await attempt(sdk, request, first, request.prior);
  } catch (error) {
    // Some legacy servers exit on the era probe, because they do not know its method.
    const exitedItself =
      first.ending &&
      !first.ending.wanted &&
      first.ending.reason === undefined &&
      !NOT_RUNNABLE.has(first.ending.code ?? 0);
    if (request.prior || !exitedItself || error instanceof StartTimeout) throw error;
    return attempt(sdk, request, new StdioTransport(server), { kind: 'legacy' });
  }
}

async function attempt(
  sdk: Sdk,
  request: ConnectRequest,
  transport: Transport,
  prior: PriorDiscovery | undefined,
): Promise<Connection> {
  const { clientInfo, timeoutMs } = request;
  request.onTransport(transport);
  const probe = { timeoutMs: timeoutMs > 0 ? Math.min(PROBE_MS, timeoutMs / 2) : PROBE_MS };
  const capabilities = request.roots ? { ...CLIENT_CAPABILITIES, roots: { listChanged: true } } : CLIENT_CAPABILITIES;
  const client = new sdk.Client(clientInfo, {
    capabilities,
    versionNegotiation: { mode: 'auto', probe },
  });
  client.onerror = () => {};
  const options = { ...(timeoutMs > 0 && { timeout: timeoutMs }), ...(prior && { prior }) };
  try {
    await within(timeoutMs, client.connect(transport, options));
  } catch (error) {
    await client.close().catch(() => {});
    await transport.close().catch(() => {});
    throw error;
  }
  return new Connection(
    {
      client,
      transport,
      clientInfo,
      capabilities: capabilities as JsonObject,
      roots: request.roots,
      assumed: prior !== undefined && prior === request.prior,
      metaKeys: {
        version: sdk.PROTOCOL_VERSION_META_KEY,
        info: sdk.CLIENT_INFO_META_KEY,
        capabilities: sdk.CLIENT_CAPABILITIES_META_KEY,
        logLevel: sdk.LOG_LEVEL_META_KEY,
        server: sdk.SERVER_INFO_META_KEY,
      },
    },
    request.events,
  );
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  if (ms === 0) return work;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StartTimeout(`it was not ready within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    // After a timeout, closing the transport rejects `work`. An unhandled rejection would end the process.
    work.catch(() => {});
  }
}
