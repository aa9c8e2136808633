import { createMcpServer, defineCommand, type ServingUnit, success } from '@foldout/server';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { completable, fromJsonSchema } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connectSdk, ERAS } from './sdk-clients.ts';

const MODERN = '2026-07-28';

describe.each(ERAS)('a server that its author extends, %s', (era) => {
  const units: ServingUnit[] = [];
  const server = createMcpServer({
    name: 'library',
    version: '1.0.0',
    toolStrategy: 'proxy',
    commands: [defineCommand({ name: 'lend', description: 'Lend a book', handler: () => success('lent') })],
    capabilities: { logging: {} },
    extend: (mcp, unit) => {
      units.push(unit);
      const argsSchema = z.object({ book: completable(z.string(), () => ['Emma', 'Persuasion']) });
      mcp.registerPrompt('review', { description: 'Review a book', argsSchema }, ({ book }) => ({
        messages: [{ role: 'user', content: { type: 'text', text: `Review ${book}` } }],
      }));
      mcp.registerResource('rules', 'library://rules', {}, ({ href }) => ({
        contents: [{ uri: href, text: 'Silence.' }],
      }));
    },
  });

  it('has prompts, completions and resources beside its tools', async () => {
    await using client = await connectSdk(server, era);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['review']);
    const { messages } = await client.getPrompt({ name: 'review', arguments: { book: 'Emma' } });
    expect(messages[0]?.content).toEqual({ type: 'text', text: 'Review Emma' });
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'review' },
      argument: { name: 'book', value: '' },
    });
    expect(completion.values).toEqual(['Emma', 'Persuasion']);
    const { contents } = await client.readResource({ uri: 'library://rules' });
    expect(contents).toMatchObject([{ text: 'Silence.' }]);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('invoke_tool');
    expect(client.getServerCapabilities()).toMatchObject({ logging: {}, prompts: {}, resources: {}, tools: {} });
  });

  it('calls extend() with each SDK server and its caller', async () => {
    units.length = 0;
    await using client = await connectSdk(server, era);
    await client.listPrompts();
    expect(units.length).toBeGreaterThan(0);
    for (const unit of units) {
      expect(unit.era).toBe(era);
      expect(unit.request).toBeInstanceOf(Request);
    }
  });
});

describe('a tool whose parameter is repeated in a header', () => {
  const move = defineCommand({
    name: 'move',
    description: 'Move a book',
    input: z.object({ shelf: z.string().meta({ 'x-mcp-header': 'Shelf' }) }),
    handler: ({ shelf }) => success({ shelf }),
  });

  async function post(toolStrategy: 'individual' | 'lazy', headers: Record<string, string>) {
    const server = createMcpServer({ name: 'library', version: '1.0.0', toolStrategy, commands: [move] });
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': MODERN,
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const response = await server.fetch(
      new Request('http://127.0.0.1/mcp', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': MODERN,
          'mcp-method': 'tools/call',
          'mcp-name': 'move',
          ...headers,
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'move', arguments: { shelf: 'B' }, _meta },
        }),
      }),
    );
    return { status: response.status, body: await response.text() };
  }

  it('is refused where header and body differ, or the header is missing', async () => {
    expect((await post('individual', { 'mcp-param-shelf': 'B' })).status).toBe(200);
    for (const headers of [{}, { 'mcp-param-shelf': 'C' }]) {
      const { status, body } = await post('individual', headers as Record<string, string>);
      expect(status).toBe(400);
      expect(JSON.parse(body)).toMatchObject({ error: { code: -32020 } });
    }
  });

  it('requires no header from a client that has not listed the tool', async () => {
    expect((await post('lazy', {})).status).toBe(200);
  });
});

it('lists the JSON Schema of the author unchanged', async () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: { shelf: { $anchor: 'shelf', type: 'string' } },
    properties: { shelf: { $ref: '#/$defs/shelf' } },
    if: { required: ['shelf'] },
    else: { required: ['room'] },
    additionalProperties: true,
  };
  const server = createMcpServer({
    name: 'library',
    version: '1.0.0',
    toolStrategy: 'individual',
    commands: [
      defineCommand({ name: 'raw', description: 'Raw', input: fromJsonSchema(schema), handler: () => success(1) }),
      defineCommand({ name: 'zod', description: 'Zod', input: z.object({}), handler: () => success(1) }),
    ],
  });
  const listed = new Map(server.listTools().map(({ name, inputSchema }) => [name, inputSchema]));
  expect(listed.get('raw')).toEqual(schema);
  expect(listed.get('zod')).not.toHaveProperty('$schema');
});

describe.each(ERAS)('a change to prompts or resources, %s', (era) => {
  it('is sent to its subscribers', async () => {
    await using server = createMcpServer({
      name: 'library',
      version: '1.0.0',
      capabilities: { prompts: { listChanged: true }, resources: { subscribe: true } },
    });
    const [near, far] = InMemoryTransport.createLinkedPair();
    server.connect(far);
    const mode = era === 'legacy' ? 'legacy' : { pin: MODERN };
    const client = new Client({ name: 'reader', version: '1.0.0' }, { versionNegotiation: { mode } });
    await client.connect(near);
    const updated: string[] = [];
    const promptsTold = new Promise<void>((resolve) => {
      client.setNotificationHandler('notifications/prompts/list_changed', () => resolve());
    });
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void updated.push(params.uri));
    if (era === 'legacy') await client.subscribeResource({ uri: 'library://rules' });
    else await client.listen({ promptsListChanged: true, resourceSubscriptions: ['library://rules'] });

    server.notify.resourceUpdated('library://hours');
    server.notify.resourceUpdated('library://rules');
    server.notify.promptsChanged();
    await promptsTold;
    expect(updated).toEqual(['library://rules']);
    await client.close();
  });
});
