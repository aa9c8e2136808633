import type { GatewayConfig } from '@foldout/gateway';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERAS } from '../e2e/sdk-clients.ts';
import { publishedServers } from '../fixtures/published-servers.mjs';
import { fixture } from '../fixtures/upstreams.ts';
import { connectTo, run } from './gateway-clients.ts';
import { eventually, GatewayProcess, Home } from './gateway-process.ts';
import {
  answersOf,
  type Call,
  type Entry,
  entryFor,
  KEYS,
  KINDS,
  listsOf,
  type Recorded,
  recordServer,
} from './recorder.ts';

/** `FOLDOUT_PUBLISHED=all` compares all fifteen published servers. */
const COMPARED = process.env['FOLDOUT_PUBLISHED'] === 'all' ? undefined : ['everything', 'git', 'mcpvault'];
const START_MS = 120_000;
/** Calls to compare, for servers whose one call of `published-servers` changes something or has another result each time. */
const CALLS: Readonly<Record<string, readonly Call[]>> = {
  everything: [
    { tool: 'echo', input: { message: 'hello' } },
    { tool: 'get-sum', input: { a: 20, b: 22 } },
    { tool: 'get-tiny-image', input: {} },
    { tool: 'get-structured-content', input: { location: 'Chicago' } },
    { tool: 'get-annotated-message', input: { messageType: 'error', includeImage: true } },
    { tool: 'get-resource-links', input: { count: 3 } },
  ],
  memory: [{ tool: 'read_graph', input: {} }],
  // It counts its calls.
  thinking: [],
};

let home: Home;
let gateway: GatewayProcess;
const direct: Record<string, Recorded> = {};
const called: Record<string, readonly Call[]> = {};

beforeAll(async () => {
  home = new Home({ mcpServers: {} });
  const published = Object.entries(publishedServers(home.folder)).filter(([name]) => COMPARED?.includes(name) ?? true);
  const odd = fixture('odd-definitions.mjs');
  const servers = { odd, ...Object.fromEntries(published.map(([name, { config }]) => [name, config])) };
  home.write({ mcpServers: servers, toolStrategy: 'individual' } satisfies GatewayConfig);
  for (const [name, { call }] of published) called[name] = CALLS[name] ?? [call];
  for (const [name, config] of Object.entries(servers)) direct[name] = await recordServer(config, called[name] ?? []);
  gateway = await GatewayProcess.start(home);
  const client = await connectTo(gateway.target, 'legacy');
  const wanted = Object.values(direct).reduce((sum, { lists }) => sum + lists.tools.length, 0);
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

const WAYS = ['http', 'stdio'] as const;
const CASES = WAYS.flatMap((way) => ERAS.map((era) => ({ way, era })));

describe.each(CASES)('a $era client of the gateway over $way', ({ way, era }) => {
  it('gets every definition byte for byte, but for its name', async () => {
    await using client = await connectTo(way === 'http' ? gateway.target : home.stdio, era);
    const relayed = await listsOf(client);
    for (const [server, { lists }] of Object.entries(direct)) {
      if (server === 'odd') continue;
      for (const kind of KINDS) {
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

  it('gets results, resources, prompts and errors as the servers send them', async () => {
    await using client = await connectTo(way === 'http' ? gateway.target : home.stdio, era);
    const relayed = await listsOf(client);
    for (const [server, { lists, answers }] of Object.entries(direct)) {
      const listed = (kind: keyof Recorded['lists'], own: string): string =>
        String(entryFor(relayed[kind], server, KEYS[kind], own)?.[KEYS[kind]]);
      const got = await answersOf(client, lists, called[server] ?? [], listed);
      expect(got, server).toEqual(answers);
    }
  });

  it('gets fields that no version of the protocol knows, and no malformed ones', async () => {
    await using client = await connectTo(way === 'http' ? gateway.target : home.stdio, era);
    const sent = new Map(direct['odd']?.lists.tools.map((tool) => [tool['name'], tool]));
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
  const sent = direct['odd']?.lists.tools.find(({ name }) => name === 'rich');
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
