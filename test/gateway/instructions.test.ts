import { afterAll, beforeAll, expect, it } from 'vitest';
import { published } from '../fixtures/upstreams.ts';
import { connectTo, firstText, run } from './gateway-clients.ts';
import { GatewayProcess, Home } from './gateway-process.ts';

const EVERYTHING = '@modelcontextprotocol/server-everything/dist/index.js';

let home: Home;
let gateway: GatewayProcess;

beforeAll(async () => {
  home = new Home({ mcpServers: { everything: published(EVERYTHING) }, toolStrategy: 'lazy' });
  gateway = await GatewayProcess.start(home);
});

afterAll(async () => {
  await gateway?.[Symbol.asyncDispose]();
  home?.[Symbol.dispose]();
});

it('tells the instructions of a server with the details of its tools, once in a session', async () => {
  await using client = await connectTo(gateway.target, 'legacy');
  const first = await run(client, 'afd-detail', { command: ['echo', 'get-sum'] });
  const { instructions } = first.structuredContent.data[0];
  expect(instructions).toMatchObject({ server: 'everything', hash: expect.stringMatching(/^[0-9a-f]{8}$/) });
  expect(instructions.text.length).toBeGreaterThan(100);
  expect(first.structuredContent.data[1]).not.toHaveProperty('instructions');
  expect(firstText(first)).toContain(`Instructions of everything [${instructions.hash}]:`);
  const second = await run(client, 'afd-detail', { command: 'get-env' });
  expect(second.structuredContent.data[0].instructions).toEqual({ server: 'everything', hash: instructions.hash });
});

it('does not repeat instructions that a modern client has', async () => {
  await using client = await connectTo(gateway.target, 'modern');
  const first = await run(client, 'afd-detail', { command: 'echo' });
  const { hash, text } = first.structuredContent.data[0].instructions;
  expect(text).toBeTruthy();
  const second = await run(client, 'afd-detail', { command: 'echo', known: { everything: hash } });
  expect(second.structuredContent.data[0].instructions).toEqual({ server: 'everything', hash });
});
