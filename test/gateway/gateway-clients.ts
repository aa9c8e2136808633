import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
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

/** The SDK's clients give up at 10 MB where they are not told otherwise. */
const LARGEST_MESSAGE = 64 * 1024 * 1024;

export type GatewayClient = Client & AsyncDisposable;

/** Today's SDK client and a gateway, in the era that is asked for. */
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
          stderr: 'ignore',
          maxBufferSize: LARGEST_MESSAGE,
        });
  await client.connect(transport);
  return Object.assign(client, {
    [Symbol.asyncDispose]: async () => {
      // A legacy server keeps a session until it is told that it is over.
      if ('terminateSession' in transport && era === 'legacy') await transport.terminateSession().catch(() => {});
      await client.close();
    },
  });
}

/** Calls a tool of an upstream by its own name. */
export async function run(client: Client, name: string, input: Record<string, unknown> = {}): Promise<Called> {
  return (await client.callTool({ name, arguments: input }, { timeout: 60_000 })) as Called;
}

/** Why a call did not get through, where the gateway says so. */
export function errorCode(called: Called): string | undefined {
  return called.isError ? called.structuredContent?.error?.code : undefined;
}

export function firstText({ content }: Called): string {
  return content[0]?.text ?? '';
}

/** The process of a hostile server, once so many calls hang in it. */
export async function pidHolding(client: Client, server: string, calls: number): Promise<number> {
  const { structuredContent } = await eventually(
    () => run(client, `${server}/pid`),
    (called) => called.structuredContent.hanging >= calls,
    { withinMs: 20_000 },
  );
  return structuredContent.pid;
}
