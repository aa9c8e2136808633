import type { GatewayConfig } from '@foldout/gateway';
import { Client } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServerConfig } from '../../packages/gateway/src/config/config-schema.ts';
import { ERAS } from '../e2e/sdk-clients.ts';
import { publishedServers } from '../fixtures/published-servers.mjs';
import { fixture } from '../fixtures/upstreams.ts';
import { connectTo, run } from './gateway-clients.ts';
import { eventually, GatewayProcess, Home } from './gateway-process.ts';

/** `FOLDOUT_PUBLISHED=all` compares all fifteen published servers. */
const COMPARED = process.env['FOLDOUT_PUBLISHED'] === 'all' ? undefined : ['everything', 'git', 'mcpvault'];
const START_MS = 120_000;

type Entry = Readonly<Record<string, unknown>> & { readonly _meta?: Readonly<Record<string, unknown>> };
type Lists = Readonly<Record<keyof typeof LISTS, readonly Entry[]>>;

const LISTS = {
  tools: 'tools/list',
  prompts: 'prompts/list',
  resources: 'resources/list',
  resourceTemplates: 'resources/templates/list',
} as const;
const KEYS: Readonly<Record<keyof typeof LISTS, string>> = {
  tools: 'name',
  prompts: 'name',
  resources: 'uri',
  resourceTemplates: 'uriTemplate',
};

/** Accepts every answer, so that the client removes no field that it does not know. */
const ANYTHING = { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) } } as const;

let home: Home;
let gateway: GatewayProcess;
const direct: Record<string, Lists> = {};

beforeAll(async () => {
  home = new Home({ mcpServers: {} });
  const published = Object.entries(publishedServers(home.folder)).filter(([name]) => COMPARED?.includes(name) ?? true);
  const odd = fixture('odd-definitions.mjs');
  const servers = { odd, ...Object.fromEntries(published.map(([name, { config }]) => [name, config])) };
  home.write({ mcpServers: servers, toolStrategy: 'individual' } satisfies GatewayConfig);
  for (const [name, config] of Object.entries(servers)) direct[name] = await listsOfServer(config);
  gateway = await GatewayProcess.start(home);
  const client = await connectTo(gateway.target, 'legacy');
  const wanted = Object.values(direct).reduce((sum, { tools }) => sum + tools.length, 0);
  await eventually(
    async () => (await listsOf(client)).tools.filter(({ name }) => !String(name).startsWith('afd-')).length,
    (count) => count >= wanted,
    { withinMs: START_MS },
  );
  await client[Symbol.asyncDispose]();
}, START_MS * 2);

afterAll(async () => {
  await gateway?.[Symbol.asyncDispose]();
  home?.[Symbol.dispose]();
});

async function listsOfServer(config: ServerConfig): Promise<Lists> {
  // The capabilities of the gateway: a server may list more tools to a client that answers questions or shows pages.
  const extensions = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } };
  const capabilities = { elicitation: { form: {}, url: {} }, sampling: {}, extensions };
  const client = new Client(
    { name: 'direct', version: '1.0.0' },
    { capabilities, versionNegotiation: { mode: 'auto' } },
  );
  const { command = '', args = [], env } = config;
  await client.connect(
    new StdioClientTransport({
      command,
      args: [...args],
      env: { ...getDefaultEnvironment(), ...env },
      stderr: 'ignore',
    }),
  );
  try {
    return await listsOf(client);
  } finally {
    await client.close();
  }
}

async function listsOf(client: Client): Promise<Lists> {
  const lists = await Promise.all(
    Object.entries(LISTS).map(async ([kind, method]) => {
      const entries: Entry[] = [];
      let cursor: string | undefined;
      do {
        const params = cursor === undefined ? {} : { cursor };
        // A server without the capability answers with an error, or the client refuses to ask.
        const page = (await client.request({ method, params } as never, ANYTHING as never).catch(() => ({}))) as {
          nextCursor?: string;
          [kind: string]: unknown;
        };
        entries.push(...((page[kind] as Entry[] | undefined) ?? []));
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return [kind, entries] as const;
    }),
  );
  return Object.fromEntries(lists) as unknown as Lists;
}

const WAYS = ['http', 'stdio'] as const;
const CASES = WAYS.flatMap((way) => ERAS.map((era) => ({ way, era })));

describe.each(CASES)('a $era client of the gateway over $way', ({ way, era }) => {
  it('gets every definition byte for byte, but for its name', async () => {
    await using client = await connectTo(way === 'http' ? gateway.target : home.stdio, era);
    const relayed = await listsOf(client);
    for (const [server, lists] of Object.entries(direct)) {
      if (server === 'odd') continue;
      for (const kind of Object.keys(LISTS) as (keyof typeof LISTS)[]) {
        const key = KEYS[kind];
        const found = lists[kind].map((sent) => entryFor(relayed[kind], server, key, String(sent[key])));
        const expected = lists[kind].map((sent, i) => ({ ...inEra(sent, era), [key]: found[i]?.[key] }));
        expect(
          found.map((entry) => JSON.stringify(entry)),
          `${kind} of ${server}`,
        ).toEqual(expected.map((entry) => JSON.stringify(entry)));
      }
    }
  });

  it('gets fields that no version of the protocol knows, and no malformed ones', async () => {
    await using client = await connectTo(way === 'http' ? gateway.target : home.stdio, era);
    const sent = new Map(direct['odd']?.tools.map((tool) => [tool['name'], tool]));
    const got = new Map((await listsOf(client)).tools.map((tool) => [tool['name'], tool]));
    expect(JSON.stringify(got.get('rich'))).toBe(JSON.stringify(inEra(sent.get('rich') as Entry, era)));
    const { icons: _1, execution: _2, _meta: _3, annotations: _4, ...usable } = sent.get('malformed') as Entry;
    expect(got.get('malformed')).toEqual(usable);
    // The SDK's client checks every field that it knows.
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('malformed');
  });
});

it('shows a whole definition in afd-detail', async () => {
  await using client = await connectTo(gateway.target, 'legacy');
  const shown = await run(client, 'afd-detail', { command: 'odd/rich', format: 'definition' });
  const sent = direct['odd']?.tools.find(({ name }) => name === 'rich');
  expect(shown.structuredContent.data[0].definition).toEqual(sent);
  expect(shown.content[0]?.text?.replaceAll('\n', '')).toContain(JSON.stringify(sent).slice(0, 200));
});

/** The documented differences. The 2026-07-28 revision has no `execution`: the SDK does not send it to modern clients. */
function inEra(sent: Entry, era: (typeof ERAS)[number]): Entry {
  const { execution, ...rest } = sent;
  if (era === 'modern') return rest;
  // The gateway waits for tasks itself, so that clients without tasks can call the tool.
  const isRequired = (execution as { taskSupport?: unknown } | undefined)?.taskSupport === 'required';
  return isRequired ? { ...sent, execution: { taskSupport: 'optional' } } : sent;
}

function entryFor(entries: readonly Entry[], server: string, key: string, own: string): Entry | undefined {
  const prefixed = [`${server}__${own}`, `foldout://${server}/${own}`];
  return entries.find((entry) => prefixed.includes(String(entry[key]))) ?? entries.find((entry) => entry[key] === own);
}
