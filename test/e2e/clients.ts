import type { CommandResult } from '@foldout/core';
import {
  Client,
  type FetchLike,
  InMemoryTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioClientTransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as StreamableHTTPClientTransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as TransportV1 } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolResultSchema,
  ListToolsResultSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { unstamped } from '../fixtures/unstamped.ts';

/** A tool as listed to a client. */
export interface SeenTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: object;
  readonly annotations?: {
    readonly readOnlyHint?: boolean | undefined;
    readonly destructiveHint?: boolean | undefined;
  };
}

/** One page of `tools/list`, as the server sent it. */
export interface Page {
  readonly tools: readonly SeenTool[];
  readonly nextCursor?: string | undefined;
  readonly ttlMs?: unknown;
  readonly cacheScope?: unknown;
}

export interface Answer {
  readonly result: CommandResult<Data>;
  readonly text: string;
  readonly isError: boolean;
}

/** An answer without its suggestion, for comparisons between surfaces: each surface names its own tools. */
export function withoutSuggestion({ result, text, isError }: Answer): Answer {
  const unstampedResult = unstamped(result) as typeof result;
  if (result.success) return { result: unstampedResult, text, isError };
  const { suggestion, ...error } = result.error;
  if (!suggestion) throw new Error(`The error ${error.code} has no suggestion`);
  return {
    result: { ...unstampedResult, error: error as typeof result.error } as typeof result,
    text: text.replace(suggestion, ''),
    isError,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: what a command returns is asserted, not typed.
export type Data = any;

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: {
    progress: number;
    total?: number | undefined;
    message?: string | undefined;
  }) => void;
}

/** The operations that tests use, the same for every SDK version and era. */
export interface TestClient {
  readonly era: 'legacy' | 'modern';
  readonly protocolVersion: string;
  readonly instructions: string | undefined;
  readonly serverInfo: { readonly name: string; readonly version: string } | undefined;
  page(cursor?: string): Promise<Page>;
  call(tool: string, input?: Record<string, unknown>, options?: CallOptions): Promise<Answer>;
  /** Subscribes to changes of the tool list; `changed` resolves at the next one. */
  watchTools(): Promise<{ changed: Promise<void> }>;
  close(): Promise<void>;
}

export type Target =
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly cwd?: string;
      /** Variables besides the few that the SDK passes on. */
      readonly env?: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'http'; readonly url: string }
  /** A server in this process, over an in-memory transport. */
  | { readonly kind: 'memory'; readonly server: { connect(transport: Transport): void } };

export interface ClientKind {
  readonly name: string;
  readonly era: 'legacy' | 'modern';
  connect(target: Target): Promise<TestClient>;
}

/** The three clients of all tests: the current SDK in both eras, and the SDK version 1. */
export const CLIENTS: readonly ClientKind[] = [
  { name: 'client v2, legacy', era: 'legacy', connect: (target) => connectV2(target, 'legacy') },
  { name: 'client v2, modern', era: 'modern', connect: (target) => connectV2(target, 'auto') },
  { name: 'sdk v1', era: 'legacy', connect: connectV1 },
];

const INFO = { name: 'foldout-e2e', version: '1.0.0' };

/** Resolves when a legacy HTTP client has opened its notification stream. */
function watchStream(): { fetch: FetchLike; open: Promise<void> } {
  const { promise, resolve } = signal();
  const watched: FetchLike = async (url, init) => {
    const response = await fetch(url, init);
    if (init?.method === 'GET' && response.ok) resolve();
    return response;
  };
  return { fetch: watched, open: promise };
}

function stdio({ command, args }: Extract<Target, { kind: 'stdio' }>) {
  return { command, args: [...args], stderr: 'inherit' as const };
}

function openV2(target: Target, watched: FetchLike): Transport {
  switch (target.kind) {
    case 'stdio':
      return new StdioClientTransport(stdio(target));
    case 'http':
      return new StreamableHTTPClientTransport(new URL(target.url), { fetch: watched });
    case 'memory': {
      const [near, far] = InMemoryTransport.createLinkedPair();
      target.server.connect(far);
      return near;
    }
  }
}

async function connectV2(target: Target, mode: 'legacy' | 'auto', info = INFO): Promise<TestClient> {
  const client = new Client(info, { versionNegotiation: { mode } });
  const stream = watchStream();
  const transport = openV2(target, stream.fetch);
  await client.connect(transport);
  const era = client.getProtocolEra() ?? 'legacy';
  return {
    era,
    protocolVersion: client.getNegotiatedProtocolVersion() ?? '',
    instructions: client.getInstructions(),
    serverInfo: client.getServerVersion(),
    page: async (cursor) =>
      (await client.request({ method: 'tools/list', params: cursor === undefined ? {} : { cursor } })) as Page,
    call: async (name, input = {}, { signal, onProgress } = {}) =>
      toAnswer(
        await client.callTool(
          { name, arguments: input },
          { ...(signal && { signal }), ...(onProgress && { onprogress: onProgress }) },
        ),
      ),
    watchTools: async () => {
      const { promise, resolve } = signal();
      client.setNotificationHandler('notifications/tools/list_changed', () => resolve());
      if (era === 'modern') await client.listen({ toolsListChanged: true });
      else if (target.kind === 'http') await stream.open;
      return { changed: promise };
    },
    close: async () => {
      if (transport instanceof StreamableHTTPClientTransport && era === 'legacy') await transport.terminateSession();
      await client.close();
    },
  };
}

/** Connects the current SDK client to a server in this process. */
export function connectInProcess(
  server: Extract<Target, { kind: 'memory' }>['server'],
  mode: 'legacy' | 'auto' = 'auto',
  name = INFO.name,
): Promise<TestClient> {
  return connectV2({ kind: 'memory', server }, mode, { ...INFO, name });
}

/** Connects the current SDK client to a server that listens over HTTP. */
export function connectOverHttp(url: string, mode: 'legacy' | 'auto', name: string): Promise<TestClient> {
  return connectV2({ kind: 'http', url }, mode, { ...INFO, name });
}

async function connectV1(target: Target): Promise<TestClient> {
  if (target.kind === 'memory') throw new Error('The v1 client has a transport of its own kind');
  const client = new ClientV1(INFO);
  const stream = watchStream();
  const transport =
    target.kind === 'stdio'
      ? new StdioClientTransportV1(stdio(target))
      : new StreamableHTTPClientTransportV1(new URL(target.url), { fetch: stream.fetch });
  let protocolVersion = '';
  // The v1 client does not expose the negotiated version, so the test reads it from the call to the transport.
  Object.assign(transport, { setProtocolVersion: withCopy(transport, (version) => (protocolVersion = version)) });
  await client.connect(transport as TransportV1);
  return {
    era: 'legacy',
    protocolVersion,
    instructions: client.getInstructions(),
    serverInfo: client.getServerVersion(),
    page: async (cursor) =>
      (await client.request(
        { method: 'tools/list', params: cursor === undefined ? {} : { cursor } },
        ListToolsResultSchema,
      )) as Page,
    call: async (name, input = {}, { signal, onProgress } = {}) =>
      toAnswer(
        await client.request({ method: 'tools/call', params: { name, arguments: input } }, CallToolResultSchema, {
          ...(signal && { signal }),
          ...(onProgress && { onprogress: onProgress }),
        }),
      ),
    watchTools: async () => {
      const { promise, resolve } = signal();
      client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve());
      if (target.kind === 'http') await stream.open;
      return { changed: promise };
    },
    close: async () => {
      if (transport instanceof StreamableHTTPClientTransportV1) await transport.terminateSession();
      await client.close();
    },
  };
}

function withCopy(transport: object, copy: (version: string) => void): (version: string) => void {
  const original = (transport as { setProtocolVersion?: (version: string) => void }).setProtocolVersion;
  return (version) => {
    copy(version);
    original?.call(transport, version);
  };
}

function toAnswer(answer: { content?: unknown; structuredContent?: unknown; isError?: boolean | undefined }): Answer {
  const [first] = (answer.content ?? []) as { type: string; text?: string }[];
  return {
    result: answer.structuredContent as CommandResult<Data>,
    text: first?.text ?? '',
    isError: answer.isError === true,
  };
}

/** A promise with its resolver. */
function signal(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** All pages of the list. */
export async function allTools(client: TestClient): Promise<SeenTool[]> {
  const tools: SeenTool[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.page(cursor);
    tools.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return tools;
}
