import {
  type Command,
  CommandRegistry,
  createMcpServer,
  defineCommand,
  type FoldoutServer,
  type McpServerOptions,
  success,
} from '@foldout/server';
import { z } from 'zod';

const user = z.object({ name: z.string(), email: z.email() });

/** The commands named in the examples of the seed. */
const named: Command[] = [
  defineCommand({
    name: 'order-create',
    description: 'Create a new order',
    tags: ['crud'],
    mutation: true,
    input: z.object({ sku: z.string() }),
    handler: ({ sku }) => success({ orderId: `o-${sku}`, sku }, { confidence: 0.9, reasoning: `Ordered ${sku}` }),
  }),
  defineCommand({
    name: 'order-list',
    description: 'List orders with filters',
    tags: ['crud'],
    input: z.object({ status: z.enum(['pending', 'shipped']).optional() }),
    handler: () => success([{ orderId: 'o-1' }]),
  }),
  defineCommand({
    name: 'order-cancel',
    description: 'Cancel a pending order',
    tags: ['crud'],
    destructive: true,
    confirmPrompt: 'This will cancel order {orderId}. Continue?',
    input: z.object({ orderId: z.string() }),
    handler: ({ orderId }) => success({ orderId, cancelled: true }),
  }),
  defineCommand({
    name: 'subscription-cancel',
    description: 'Cancel a subscription',
    tags: ['billing'],
    mutation: true,
    input: z.object({ subscriptionId: z.string() }),
    handler: ({ subscriptionId }) => success({ subscriptionId, cancelled: true }),
  }),
  defineCommand({
    name: 'subscription-list',
    description: 'List subscriptions',
    tags: ['billing'],
    handler: () => success([]),
  }),
  defineCommand({
    name: 'user-create',
    description: 'Create a new user account. A welcome mail is sent to the address.',
    tags: ['crud'],
    mutation: true,
    input: user,
    handler: ({ name, email }) => success({ id: 1, name, email }, { reasoning: 'Created user', confidence: 1 }),
  }),
  defineCommand({
    name: 'user-get',
    description: 'Read a user account',
    tags: ['crud'],
    input: z.object({ id: z.int() }),
    handler: ({ id }) => success({ id, name: 'Alice' }, { confidence: 0.99, reasoning: 'Read by id' }),
  }),
  defineCommand({
    name: 'user-list',
    description: 'List user accounts',
    tags: ['crud'],
    handler: () => success([{ id: 42, name: 'Alice' }]),
  }),
  defineCommand({
    name: 'user-delete',
    description: 'Delete a user account',
    tags: ['admin', 'crud'],
    destructive: true,
    input: z.object({ id: z.int() }),
    handler: ({ id }) => success({ id, deleted: true }),
  }),
  defineCommand({
    name: 'config-reset',
    description: 'Reset server configuration',
    tags: ['admin', 'billing'],
    mutation: true,
    handler: () => success({ reset: true }),
  }),
  defineCommand({
    name: 'todo-create',
    description: 'Create a todo',
    tags: ['crud'],
    mutation: true,
    // A command in `commands` is exposed, whatever its own `expose` says.
    expose: { mcp: false },
    input: z.object({ title: z.string() }),
    handler: ({ title }) => success({ id: `todo-${title.length}`, title }, { confidence: 1 }),
  }),
];

const AREAS = ['payment', 'invoice', 'product', 'cart', 'review', 'shipment', 'coupon', 'supplier', 'ticket'];
const VERBS = ['create', 'get', 'list', 'update', 'archive', 'export', 'import', 'count'];

/** 83 commands: those of the examples, and generated ones up to the size that the seed describes. */
export const shopCommands: readonly Command[] = [
  ...named,
  ...AREAS.flatMap((area) =>
    VERBS.map((verb) =>
      defineCommand({
        name: `${area}-${verb}`,
        description: `${verb[0]?.toUpperCase()}${verb.slice(1)} ${area} records`,
        tags: ['crud'],
        input: z.object({ id: z.string().optional() }),
        handler: ({ id }) => success({ area, verb, id: id ?? null }),
      }),
    ),
  ),
];

/** In the registry, but not exposed by the server. */
const hiddenCommand = defineCommand({
  name: 'order-audit',
  description: 'Who changed which order',
  input: z.object({ orderId: z.string() }),
  handler: () => success([]),
});

export function createShop(options: Partial<McpServerOptions> = {}): FoldoutServer {
  const commands = options.commands ?? shopCommands;
  return createMcpServer({
    name: 'shop',
    version: '1.0.0',
    toolStrategy: 'lazy',
    registry: new CommandRegistry([...commands, hiddenCommand]),
    ...options,
    commands,
  });
}
