import { DirectClient, defineCommand, type Middleware, success } from '@foldout/core';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createMcpServer } from './create-mcp-server.ts';
import { mountServer } from './mount-server.ts';

const get = defineCommand({
  name: 'invoice-get',
  description: 'Get an invoice of a customer',
  mutation: false,
  input: z.object({ id: z.string() }),
  handler: ({ id }, { traceId }) => success({ id, traceId }),
});
const calls: string[] = [];
const note: Middleware = async (command, _input, _context, next) => {
  calls.push(command.id);
  return next();
};

function servers() {
  const billing = createMcpServer({ name: 'b', version: '1', commands: [get], middleware: [note], bootstrap: true });
  const order = defineCommand({ ...get, name: 'order-get', description: 'Get an order' });
  const sources = [mountServer(billing, { prefix: 'billing' })];
  const shop = createMcpServer({ name: 'shop', version: '1', commands: [order], sources, toolStrategy: 'individual' });
  return { billing, shop, client: new DirectClient(shop) };
}

it('lists and calls the tools of a mounted server, with its own middleware', async () => {
  const { shop, client } = servers();
  const listed = shop.listTools().find(({ name }) => name === 'invoice-get');
  expect(listed?.inputSchema).toMatchObject({ properties: { id: { type: 'string' } }, required: ['id'] });
  expect(shop.listTools().map(({ name }) => name)).not.toContain('afd-help');
  const called = await client.call('billing/invoice-get', { id: '7' }, { traceId: 't' });
  expect(called).toMatchObject({ success: true, data: { id: '7', traceId: 't' } });
  expect(calls).toEqual(['b/invoice-get']);
  expect((await client.call('invoice-get', {})).error?.code).toBe('VALIDATION_ERROR');
});

it('finds and describes them', async () => {
  const { client } = servers();
  const found = await client.discover({ search: 'invoice' });
  expect(JSON.stringify(found.data)).toContain('invoice-get');
  expect((await client.detail('billing/invoice-get')).data?.[0]).toMatchObject({ found: true, mutation: false });
});

it('follows changes of the mounted server', async () => {
  const { billing, client } = servers();
  billing.addCommand(defineCommand({ ...get, name: 'invoice-pay' }));
  expect((await client.call('invoice-pay', { id: '1' })).success).toBe(true);
  billing.removeCommand('invoice-pay');
  expect((await client.call('invoice-pay', { id: '1' })).error?.code).toBe('COMMAND_NOT_FOUND');
});
