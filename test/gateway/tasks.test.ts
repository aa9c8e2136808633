import type { Client } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENTS } from '../e2e/clients.ts';
import { ERAS } from '../e2e/sdk-clients.ts';
import { published } from '../fixtures/upstreams.ts';
import { connectTo, firstText, run } from './gateway-clients.ts';
import { GatewayProcess, Home } from './gateway-process.ts';

const EVERYTHING = '@modelcontextprotocol/server-everything/dist/index.js';
const RESEARCH = 'simulate-research-query';

let home: Home;
let gateway: GatewayProcess;

beforeAll(async () => {
  home = new Home({ mcpServers: { everything: published(EVERYTHING) }, toolStrategy: 'individual' });
  gateway = await GatewayProcess.start(home);
});

afterAll(async () => {
  await gateway?.[Symbol.asyncDispose]();
  home?.[Symbol.dispose]();
});

describe('a tool that requires a task', () => {
  it.concurrent.each(CLIENTS)('is called like any other by a client without tasks: $name', async ({ connect }) => {
    const client = await connect(gateway.target);
    const { text } = await client.call(RESEARCH, { topic: 'boats' }).finally(() => client.close());
    expect(text).toContain('Research Report: boats');
  });

  it.concurrent('is called by a client that refuses tools which require a task', async () => {
    const client = new ClientV1({ name: 'v1', version: '1.0.0' });
    const { url } = gateway;
    await client.connect(new StreamableHTTPClientTransport(new URL(url)) as never);
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === RESEARCH)?.execution).toEqual({ taskSupport: 'optional' });
    const result = await client
      .callTool({ name: RESEARCH, arguments: { topic: 'oars' } })
      .finally(() => client.close());
    expect(JSON.stringify(result)).toContain('Research Report: oars');
  });

  it.concurrent.each(ERAS)('reports its states as progress to a %s client, also through afd-call', async (era) => {
    await using client = await connectTo(gateway.target, era);
    const seen: string[] = [];
    const result = await client.callTool(
      { name: 'afd-call', arguments: { command: RESEARCH, input: { topic: 'sails' } } },
      { onprogress: ({ message }) => seen.push(message ?? '') },
    );
    expect(firstText(result as never)).toContain('Research Report: sails');
    expect(seen.length).toBeGreaterThan(1);
  });

  it.concurrent.each(ERAS)('asks its question to a %s client', async (era) => {
    await using client = await connectTo(gateway.target, era, { capabilities: { elicitation: { form: {} } } });
    client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { interpretation: 'snake' } }));
    const result = await run(client as Client, RESEARCH, { topic: 'python', ambiguous: true });
    expect(firstText(result)).toContain('python (snake)');
  });
});
