// An agent uses 84 commands with five tools in its context. Throws if a result differs from the one described.
import assert from 'node:assert/strict';
import { createMcpServer, DirectClient, estimateTokens, type ToolStrategy } from '@foldout/server';
import { categoryDescriptions, shopCommands } from './commands.ts';

const commands = shopCommands();
const serve = (toolStrategy: ToolStrategy) =>
  createMcpServer({ name: 'shop', version: '0.1.0', commands, categories: categoryDescriptions, toolStrategy });

// Tokens that a client loads before its first call.
const cost = (strategy: ToolStrategy): number => estimateTokens(JSON.stringify(serve(strategy).listTools()));
const [all, lazy] = [cost('individual'), cost('lazy')];
console.log(`${commands.length} commands: ${all} tokens when all are listed, ${lazy} with toolStrategy 'lazy'`);
assert(lazy < all / 10);

// Find, read, call.
const agent = new DirectClient(serve('lazy'));
const found = await agent.discover({ search: 'the customer wants the money back' });
assert(found.success);
const [best] = found.data.commands;
console.log(`"the customer wants the money back" finds ${best?.name}`);
assert.equal(best?.name, 'payment-refund');

const refund = await agent.call('payment-refund', { paymentId: 'pay-1001', reason: 'Scratched' });
console.log(`payment-refund: ${refund.success}`);
assert(refund.success);

// A refusal names the rule and the next step.
const again = await agent.call('payment-refund', { paymentId: 'pay-1001', reason: 'Scratched' });
assert(!again.success);
console.log(`payment-refund again: ${again.error.code}. ${again.error.suggestion}`);
assert.equal(again.error.code, 'REFUND_EXCEEDS_PAYMENT');

// Three commands in one call. `$prev` is the result of the step before.
const piped = await agent.pipe([
  { command: 'user-find-by-email', input: { email: 'alice@example.com' } },
  { command: 'order-list', input: { userId: '$prev.id', limit: 1 } },
  { command: 'order-get', input: { orderId: '$prev.orders[0].id' } },
]);
assert(piped.success);
const order = piped.data.data as { id: string; userId: number };
console.log(`the newest order of Alice is ${order.id}`);
assert.equal(order.userId, 42);
