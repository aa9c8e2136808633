import type { ClientOptions } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { published } from '../fixtures/upstreams.ts';
import { connectTo, firstText, type GatewayClient, run } from './gateway-clients.ts';
import { GatewayProcess, Home } from './gateway-process.ts';

const EVERYTHING = '@modelcontextprotocol/server-everything/dist/index.js';
const TOOL = 'get-roots-list';
const WITH_ROOTS: ClientOptions = { capabilities: { roots: { listChanged: true } } };

let home: Home;
let gateway: GatewayProcess;

beforeAll(async () => {
  home = new Home({
    mcpServers: { everything: { ...published(EVERYTHING), instances: 'per-session' } },
    toolStrategy: 'individual',
  });
  gateway = await GatewayProcess.start(home);
}, 60_000);

afterAll(async () => {
  await gateway?.[Symbol.asyncDispose]();
  home?.[Symbol.dispose]();
});

/** A client with one folder, and a function that gives it another. */
async function clientIn(folder: string, target = gateway.target): Promise<[GatewayClient, (next: string) => void]> {
  const client = await connectTo(target, 'legacy', WITH_ROOTS);
  let uri = `file:///${folder}`;
  client.setRequestHandler('roots/list', () => ({ roots: [{ uri, name: 'work' }] }));
  await expect.poll(async () => (await client.listTools()).tools.map(({ name }) => name)).toContain(TOOL);
  return [
    client,
    (next) => {
      uri = `file:///${next}`;
    },
  ];
}

describe('a server with an instance for each session', () => {
  it.each(['http', 'stdio'])('gets the roots of the client that calls, and those after a change (%s)', async (way) => {
    const [client, moveTo] = await clientIn('harbour', way === 'http' ? gateway.target : home.stdio);
    await using _closed = client;
    expect(firstText(await run(client, TOOL))).toContain('file:///harbour');
    moveTo('lighthouse');
    await client.sendRootsListChanged();
    await expect.poll(async () => firstText(await run(client, TOOL))).toContain('file:///lighthouse');
  });

  it('gets the roots of no other client', async () => {
    const [east] = await clientIn('east');
    await using _east = east;
    const [west] = await clientIn('west');
    await using _west = west;
    const [a, b] = await Promise.all([run(east, TOOL), run(west, TOOL)]);
    expect([firstText(a), firstText(b)]).toEqual([
      expect.stringContaining('file:///east'),
      expect.stringContaining('file:///west'),
    ]);
    await using none = await connectTo(gateway.target, 'legacy');
    expect(firstText(await run(none, TOOL))).not.toContain('file:///');
  });
});

it('is told of no roots where clients share it', async () => {
  using shared = new Home({
    mcpServers: { everything: { ...published(EVERYTHING), instances: 'shared' } },
    toolStrategy: 'individual',
  });
  await using process = await GatewayProcess.start(shared);
  await using client = await connectTo(process.target, 'legacy', WITH_ROOTS);
  expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain(TOOL);
});
