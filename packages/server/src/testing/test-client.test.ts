import { defineCommand, failure, success } from '@foldout/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createMcpServer } from '../create-mcp-server.ts';
import { mcpResult } from '../protocol/mcp-result.ts';
import { listingSnapshot, testClient } from './index.ts';

const get = defineCommand({
  name: 'order-get',
  description: 'Get an order',
  mutation: false,
  input: z.object({ id: z.string() }),
  handler: ({ id }) =>
    id === '0' ? failure({ code: 'NO_ORDER', message: 'none', suggestion: 'list' }) : success({ id, total: 12 }),
});
const draw = defineCommand({
  name: 'chart-draw',
  description: 'Draw a chart',
  handler: () => mcpResult({ content: [{ type: 'image', data: 'iVA=', mimeType: 'image/png' }] }),
});
const options = { name: 'shop', version: '1', commands: [get, draw] };

describe.each(['modern', 'legacy'] as const)('a test client of the %s era', (era) => {
  it.each(['individual', 'grouped', 'lazy'] as const)('calls commands by their names: %s', async (toolStrategy) => {
    await using client = await testClient(createMcpServer({ ...options, toolStrategy }), { era });
    const found = await client.call(get, { id: '17' });
    const total: number | undefined = found.data?.total;
    expect([found.success, total]).toEqual([true, 12]);
    expect((await client.call('order-get', { id: '0' })).error?.code).toBe('NO_ORDER');
    expect((await client.call('order-get', {})).error?.code).toBe('VALIDATION_ERROR');
    expect((await client.call(draw)).data).toEqual([{ type: 'image', data: 'iVA=', mimeType: 'image/png' }]);
  });

  it('guards the cost of the list', async () => {
    await using client = await testClient(createMcpServer({ ...options, toolStrategy: 'individual' }), { era });
    const tokens = await client.tokens();
    expect(await client.expectTokens(tokens)).toBe(tokens);
    await expect(client.expectTokens(tokens - 1)).rejects.toThrow(
      /costs \d+ tokens, 1 more than \d+\. Most expensive: afd-\w+ \d+/,
    );
  });

  it('is known to the server by its name', async () => {
    const server = createMcpServer({
      ...options,
      toolStrategy: 'lazy',
      clients: { acme: { toolStrategy: 'individual' } },
    });
    await using client = await testClient(server, { era, client: { name: 'acme-code', version: '2' } });
    expect((await client.listTools()).map(({ name }) => name)).toContain('chart-draw');
  });
});

describe('a snapshot of the lists', () => {
  it('has every strategy with its tools and their tokens', () => {
    const text = listingSnapshot(options);
    expect(text).toMatch(/^individual: 5 tools, \d+ tokens\n( {2}\S+ \d+\n){5}grouped: /);
    expect(text).toMatch(/^lazy: 5 tools, /m);
    expect(listingSnapshot(options, ['lazy'])).not.toContain('individual');
    expect(listingSnapshot(options)).toBe(text);
  });
});
