import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Target } from '../e2e/clients.ts';
import type { Era } from '../e2e/sdk-clients.ts';
import { eventually } from './gateway-process.ts';

export interface Called {
  readonly content: readonly { readonly type: string; readonly text?: string; readonly [key: string]: unknown }[];
  // biome-ignore lint/suspicious/noExplicitAny: what a server returns is asserted, not typed.
  readonly structuredContent?: any;
  readonly isError?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** The default limit of the SDK clients is 10 MB. */
const LARGEST_MESSAGE = 64 * 1024 * 1024;

export type GatewayClient = Client & AsyncDisposable;

/** Connects the current SDK client to a gateway, in one era. */
export async function connectTo(target: Target, era: Era, options: ClientOptions = {}): Promise<GatewayClient> {
  const client = new Client(
    { name: 'foldout-gateway-test', version: '1.0.0' },
    { ...options, versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } } },
  );
  if (target.kind === 'memory') throw new Error('A gateway under test is a process');
  const transport =
    target.kind === 'http'
      ? new StreamableHTTPClientTransport(new URL(target.url))
      : new StdioClientTransport({
          ...target,
          args: [...target.args],
          env: { ...getDefaultEnvironment(), ...target.env },
          stderr: 'ignore',
          maxBufferSize: LARGEST_MESSAGE,
        });
  await client.connect(transport);
  return Object.assign(client, {
    [Symbol.asyncDispose]: async () => {
      // A legacy server keeps a session until the client deletes it.
      if ('terminateSession' in transport && era === 'legacy') await transport.terminateSession().catch(() => {});
      await client.close();
    },
  });
}

/** Calls a tool of an upstream by its own name. */
export async function run(client: Client, name: string, input: Record<string, unknown> = {}): Promise<Called> {
  return (await client.callTool({ name, arguments: input }, { timeout: 60_000 })) as Called;
}

/** The error code of a failed call, if the gateway gave one. */
export function errorCode(called: Called): string | undefined {
  return called.isError ? called.structuredContent?.error?.code : undefined;
}

export function firstText({ content }: Called): string {
  return content[0]?.text ?? '';
}

/** Waits until this many calls hang in a hostile server, and returns its process id. */
export async function pidHolding(client: Client, server: string, calls: number): Promise<number> {
  const { structuredContent } = await eventually(
    () => run(client, `${server}/pid`),
    (called) => called.structuredContent.hanging >= calls,
    { withinMs: 20_000 },
  );
  return structuredContent.pid;
}
