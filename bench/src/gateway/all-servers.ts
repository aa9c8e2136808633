import type { Client } from '@modelcontextprotocol/client';
import { errorText, type Row, row, say } from '../report.ts';
import { tokensOf } from '../tokens.ts';
import { openClient, type Program } from './open-client.ts';
import { sampleInput } from './sample-input.ts';
import type { ReplayedServer } from './upstreams.ts';

interface ListedTool {
  readonly server: string;
  readonly name: string;
  readonly inputSchema: unknown;
}

/** Servers that are called at the same time; each one is a process. */
const AT_ONCE = 6;
const DETAILS_AT_ONCE = 10;
const SHOWN_FAILURES = 20;

/** All servers behind one gateway: the tokens of `tools/list`, and whether each tool can be found and called. */
export async function allServersRows(servers: readonly ReplayedServer[], foldout: Program): Promise<Row[]> {
  await using open = await openClient(foldout);
  const { client } = open;
  const tools = servers.flatMap(toolsOf);
  const listed = tokensOf((await client.listTools()).tools);
  const found = await searched(client, tools);
  const described = await detailed(client, tools);
  const called = await callEach(client, tools);
  report('are not the first hit for their name and server', tools, found);
  report('are not found by their address', tools, described);
  report('cannot be called', tools, called);
  const name = `${servers.length}-servers-${tools.length}-tools`;
  const share = (metric: string, works: (tool: ListedTool) => boolean): Row =>
    row(name, metric, 'foldout', (100 * tools.filter(works).length) / Math.max(tools.length, 1), '%');
  const eager = tokensOf(servers.flatMap((server) => server.tools));
  return [
    row(name, 'tokens', 'foldout', listed, 'tokens'),
    row(name, 'tokens', 'eager', eager, 'tokens'),
    share('first-by-name', (tool) => !found.has(tool)),
    share('found-by-address', (tool) => !described.has(tool)),
    share('findable', (tool) => !found.has(tool) || !described.has(tool)),
    share('callable', (tool) => !called.has(tool)),
  ];
}

/** The reason for each tool that failed. */
type Failures = ReadonlyMap<ListedTool, string>;

/** Returns the tools that are not the first hit of a search for their name and server. */
async function searched(client: Client, tools: readonly ListedTool[]): Promise<Failures> {
  const failures = new Map<ListedTool, string>();
  for (const tool of tools) {
    const search = `${tool.name} ${tool.server}`;
    const { structuredContent } = await client.callTool({
      name: 'afd-discover',
      arguments: { search, limit: 3, level: 'name' },
    });
    const { commands = [] } = dataIn<{ commands?: { name: string }[] }>(structuredContent);
    if (!isAddressOf(commands[0]?.name, tool)) failures.set(tool, `first is ${commands[0]?.name ?? 'nothing'}`);
  }
  return failures;
}

/** The tools that `afd-detail` does not find. Long answers are truncated, so missing tools are requested again. */
async function detailed(client: Client, tools: readonly ListedTool[]): Promise<Failures> {
  const failures = new Map<ListedTool, string>();
  for (let at = 0; at < tools.length; at += DETAILS_AT_ONCE) {
    const some = tools.slice(at, at + DETAILS_AT_ONCE);
    const found = await detailsOf(client, some);
    for (const tool of some.filter((_, index) => !found[index])) {
      const [alone] = await detailsOf(client, [tool]);
      if (!alone) failures.set(tool, 'not found');
    }
  }
  return failures;
}

async function detailsOf(client: Client, tools: readonly ListedTool[]): Promise<boolean[]> {
  const command = tools.map(({ server, name }) => `${server}/${name}`);
  const answer = await client.callTool({ name: 'afd-detail', arguments: { command } });
  const entries = dataIn<{ found?: boolean }[] | string>(answer.structuredContent);
  // If one definition exceeds the size limit, `afd-detail` answers with the truncated JSON as text.
  if (typeof entries === 'string') return tools.map(() => tools.length === 1 && entries.includes('"found":true'));
  return tools.map((_, index) => entries[index]?.found === true);
}

/** Calls each tool once, with an input made from its schema; a few servers at a time. */
async function callEach(client: Client, tools: readonly ListedTool[]): Promise<Failures> {
  const failures = new Map<ListedTool, string>();
  const left = [...new Set(tools.map(({ server }) => server))];
  const next = async (): Promise<void> => {
    for (let server = left.pop(); server !== undefined; server = left.pop()) {
      for (const tool of tools) {
        const failure = tool.server === server ? await callOne(client, tool) : undefined;
        if (failure) failures.set(tool, failure);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return failures;
}

async function callOne(client: Client, { server, name, inputSchema }: ListedTool): Promise<string | undefined> {
  const call = { command: `${server}/${name}`, input: sampleInput(inputSchema) };
  try {
    const { content, isError } = await client.callTool({ name: 'afd-call', arguments: call });
    const text = content.find((block) => block.type === 'text')?.text ?? '';
    if (isError) return text;
    // A replayed server answers with the name of the called tool.
    return JSON.parse(text).tool === name ? undefined : `answered ${text.slice(0, 200)}`;
  } catch (error) {
    return errorText(error);
  }
}

/** The tools of a server that have a name, each name once. */
function toolsOf({ name: server, tools }: ReplayedServer): ListedTool[] {
  const named = (tools as { name?: unknown; inputSchema?: unknown }[]).flatMap(({ name, inputSchema }) =>
    typeof name === 'string' && name !== '' ? [[name, { server, name, inputSchema }] as const] : [],
  );
  return [...new Map(named).values()];
}

function isAddressOf(address: string | undefined, { server, name }: ListedTool): boolean {
  return address === name || address === `${server}/${name}`;
}

function dataIn<T>(structured: unknown): T {
  const { data } = (structured ?? {}) as { data?: T };
  return data ?? ([] as T);
}

function report(what: string, tools: readonly ListedTool[], failures: Failures): void {
  if (failures.size === 0) return;
  say(`${failures.size} of ${tools.length} tools ${what}:`);
  for (const [{ server, name }, why] of [...failures].slice(0, SHOWN_FAILURES)) {
    say(`  ${server}/${name}: ${why.slice(0, 300)}`);
  }
  if (failures.size > SHOWN_FAILURES) say(`  and ${failures.size - SHOWN_FAILURES} more`);
}
