import type { Client } from '@modelcontextprotocol/client';
import { type Row, say } from '../report.ts';
import { tokensOf } from '../tokens.ts';
import { openClient, type Program } from './open-client.ts';
import { sampleInput } from './sample-input.ts';
import type { ReplayedServer } from './upstreams.ts';

interface ListedTool {
  readonly server: string;
  readonly name: string;
  readonly inputSchema: unknown;
}

/** Servers that are called at the same time; each is a process. */
const AT_ONCE = 6;
const DETAILS_AT_ONCE = 10;
const SHOWN_FAILURES = 20;

/** All servers behind one: what their tools cost to list, and whether each can be found and called. */
export async function allServersRows(servers: readonly ReplayedServer[], foldout: Program): Promise<Row[]> {
  await using open = await openClient(foldout);
  const { client } = open;
  const tools = servers.flatMap(toolsOf);
  const listed = tokensOf((await client.listTools()).tools);
  const found = await searched(client, tools);
  const described = await detailed(client, tools);
  const called = await callEach(client, tools);
  tell('not found by its name and server first', tools, found);
  tell('not found by its address', tools, described);
  tell('not callable', tools, called);
  const name = `${servers.length}-servers-${tools.length}-tools`;
  const row = (metric: string, value: number, unit: string, subject = 'foldout'): Row => ({
    case: name,
    metric,
    subject,
    value,
    unit,
  });
  const share = (works: (tool: ListedTool) => boolean): number =>
    (100 * tools.filter(works).length) / Math.max(tools.length, 1);
  return [
    row('tokens', listed, 'tokens'),
    row('tokens', tokensOf(servers.flatMap((server) => server.tools)), 'tokens', 'eager'),
    row(
      'first-by-name',
      share((tool) => found.get(tool) === undefined),
      '%',
    ),
    row(
      'found-by-address',
      share((tool) => described.get(tool) === undefined),
      '%',
    ),
    row(
      'findable',
      share((tool) => found.get(tool) === undefined || described.get(tool) === undefined),
      '%',
    ),
    row(
      'callable',
      share((tool) => called.get(tool) === undefined),
      '%',
    ),
  ];
}

/** Why a tool failed; nothing for one that did not. */
type Failures = ReadonlyMap<ListedTool, string>;

/** Whether a search for its own name and its server puts it first. */
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

/** Whether `afd-detail` knows it. A long answer is cut, so who is missing in it is asked for alone. */
async function detailed(client: Client, tools: readonly ListedTool[]): Promise<Failures> {
  const failures = new Map<ListedTool, string>();
  for (let at = 0; at < tools.length; at += DETAILS_AT_ONCE) {
    const some = tools.slice(at, at + DETAILS_AT_ONCE);
    const found = await detailsOf(client, some);
    for (const tool of some.filter((_, index) => !found[index])) {
      const [alone] = await detailsOf(client, [tool]);
      if (!alone) failures.set(tool, 'not known');
    }
  }
  return failures;
}

async function detailsOf(client: Client, tools: readonly ListedTool[]): Promise<boolean[]> {
  const command = tools.map(({ server, name }) => `${server}/${name}`);
  const answer = await client.callTool({ name: 'afd-detail', arguments: { command } });
  const entries = dataIn<{ found?: boolean }[] | string>(answer.structuredContent);
  // One definition can be too long by itself: then the beginning of the answer comes, as text.
  if (typeof entries === 'string') return tools.map(() => tools.length === 1 && entries.includes('"found":true'));
  return tools.map((_, index) => entries[index]?.found === true);
}

/** Each tool once, with an input made from its schema; a few servers at a time. */
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
    // The replayed server answers with the name of the tool that it was asked for.
    return JSON.parse(text).tool === name ? undefined : `answered ${text.slice(0, 200)}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** What a server listed and can be called at all: once for every name. */
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

function tell(what: string, tools: readonly ListedTool[], failures: Failures): void {
  if (failures.size === 0) return;
  say(`${failures.size} of ${tools.length} ${what}:`);
  for (const [{ server, name }, why] of [...failures].slice(0, SHOWN_FAILURES)) {
    say(`  ${server}/${name}: ${why.slice(0, 300)}`);
  }
  if (failures.size > SHOWN_FAILURES) say(`  and ${failures.size - SHOWN_FAILURES} more`);
}
