import { type CommandSchema, DirectClient, defineCommand, success } from '@foldout/core';
import { fromJsonSchema } from '@modelcontextprotocol/server';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import { Type } from 'typebox';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { z as earlyZod4 } from 'zod3/v4';
import { createMcpServer } from './create-mcp-server.ts';

/** The same input in every schema library: an id, and an optional whole number. */
const LIBRARIES: Readonly<Record<string, CommandSchema>> = {
  'Zod 4': z.object({ id: z.string().describe('the order'), count: z.int().optional() }),
  'zod/v4 of Zod 3.25': earlyZod4.object({
    id: earlyZod4.string().describe('the order'),
    count: earlyZod4.int().optional(),
  }),
  Valibot: toStandardJsonSchema(
    v.object({
      id: v.pipe(v.string(), v.description('the order')),
      count: v.optional(v.pipe(v.number(), v.integer())),
    }),
  ),
  ArkType: type({ id: type('string').describe('the order'), 'count?': 'number.integer' }),
  TypeBox: fromJsonSchema(
    Type.Object({ id: Type.String({ description: 'the order' }), count: Type.Optional(Type.Integer()) }) as never,
  ),
  'JSON Schema': fromJsonSchema({
    type: 'object',
    properties: { id: { type: 'string', description: 'the order' }, count: { type: 'integer' } },
    required: ['id'],
  }),
};

describe.each(Object.entries(LIBRARIES))('a command with a schema of %s', (_library, input) => {
  const server = createMcpServer({
    name: 'shop',
    version: '1',
    toolStrategy: 'individual',
    commands: [
      defineCommand({ name: 'order-get', description: 'Get an order', input, handler: (order) => success(order) }),
    ],
  });
  const client = new DirectClient(server);

  it('lists its fields and which are required', () => {
    const listed = server.listTools().find(({ name }) => name === 'order-get');
    expect(listed?.inputSchema).toMatchObject({
      type: 'object',
      properties: { id: { type: 'string' }, count: { type: 'integer' } },
      required: ['id'],
    });
    expect(JSON.stringify(listed)).toContain('the order');
  });

  it('checks inputs with the library, and names the wrong field', async () => {
    expect(await client.call('order-get', { id: '17', count: 2 })).toMatchObject({ data: { id: '17', count: 2 } });
    const refused = await client.call('order-get', { id: '17', count: 'many' });
    expect(refused.error?.code).toBe('VALIDATION_ERROR');
    expect(refused.error?.message).toContain('count');
    expect((await client.call('order-get', {})).error?.message).toContain("'id' is missing");
  });
});
