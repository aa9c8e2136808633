import { createMcpServer, DirectClient } from '@foldout/server';
import { describe, expect, it } from 'vitest';
import { categoryDescriptions, shopCommands } from './commands.ts';

/** A new shop. `data` expects success and returns the data; `refusal` expects a failure and returns its code. */
function newShop() {
  const client = new DirectClient(createMcpServer({ name: 'shop', version: '1', commands: shopCommands() }));
  return {
    // biome-ignore lint/suspicious/noExplicitAny: tests read fields of many shapes and assert on each.
    data: async (name: string, input: object = {}): Promise<any> => {
      const result = await client.call(name, { ...input });
      if (!result.success) throw new Error(`${name}: ${result.error.code} ${result.error.message}`);
      return result.data;
    },
    refusal: async (name: string, input: object = {}) => {
      const result = await client.call(name, { ...input });
      return result.success ? undefined : result.error.code;
    },
  };
}

const MUG = { sku: 'KIT-001', quantity: 2 };

describe('the commands of the shop', () => {
  const commands = shopCommands();
  const names = commands.map(({ name }) => name);

  it('are 84, each with a name of its own, in thirteen described categories', () => {
    expect(new Set(names).size).toBe(84);
    expect(new Set(names.map((name) => name.split('-')[0]))).toEqual(new Set(Object.keys(categoryDescriptions)));
  });

  it('relate only to commands that exist, and ask before they destroy', () => {
    for (const { name, relatedTools = [], destructive, mutation, confirmPrompt } of commands) {
      for (const related of relatedTools) expect(names, name).toContain(related);
      if (destructive) expect([mutation, typeof confirmPrompt], name).toEqual([true, 'string']);
    }
  });

  it.each(commands.flatMap(({ name, examples = [] }) => examples.map((example) => ({ name, example }))))(
    'have examples that work in a new shop: $name, $example.title',
    async ({ name, example }) => {
      const data = await newShop().data(name, example.input);
      if (example.output) expect(data).toEqual(example.output);
    },
  );
});

describe('a new shop', () => {
  it('has the same data every time, and books without contradictions', async () => {
    const [one, other] = [newShop(), newShop()];
    expect(await one.data('order-list', { limit: 100 })).toEqual(await other.data('order-list', { limit: 100 }));
    expect(await one.data('report-reconcile')).toEqual({ checked: 420, findings: [] });
    expect(await one.data('user-get', { id: 42 })).toMatchObject({ name: 'Alice' });
  });
});

describe('an order', () => {
  it('takes its items out of stock and gives them back when it is cancelled', async () => {
    const { data, refusal } = newShop();
    const stock = async () => (await data('inventory-get', { sku: 'KIT-001' })).inStock;
    const before = await stock();
    const order = await data('order-create', { userId: 42, items: [MUG] });
    expect(order).toMatchObject({ status: 'pending', shippingCents: 490, totalCents: 2 * 990 + 490 });
    expect(await stock()).toBe(before - 2);
    expect(await data('order-cancel', { orderId: order.id })).toMatchObject({ status: 'cancelled' });
    expect(await stock()).toBe(before);
    expect(await refusal('order-cancel', { orderId: order.id })).toBe('ORDER_ALREADY_CANCELLED');
    expect(await refusal('order-cancel', { orderId: 'ord-1001' })).toBe('ORDER_ALREADY_SHIPPED');
    expect(await refusal('order-cancel', { orderId: 'ord-9' })).toBe('ORDER_NOT_FOUND');
  });

  it('goes from payment to delivery and back', async () => {
    const { data, refusal } = newShop();
    const { id, totalCents } = await data('order-create', { userId: 42, items: [MUG], couponCode: 'WELCOME10' });
    expect(await refusal('shipment-create', { orderId: id, carrier: 'ups', trackingNumber: 'U1' })).toBe(
      'ORDER_NOT_SHIPPABLE',
    );
    const payment = await data('payment-record', { orderId: id, method: 'card' });
    expect(payment.amountCents).toBe(totalCents);
    const shipment = await data('shipment-create', { orderId: id, carrier: 'ups', trackingNumber: 'U1' });
    await data('shipment-mark-delivered', { shipmentId: shipment.id });
    await data('shipment-return', { shipmentId: shipment.id });
    await data('payment-refund', { paymentId: payment.id, reason: 'Returned' });
    expect(await data('order-get', { orderId: id })).toMatchObject({ status: 'returned', dueCents: totalCents });
    expect(await refusal('payment-refund', { paymentId: payment.id, reason: 'Again' })).toBe('REFUND_EXCEEDS_PAYMENT');
  });

  it('is refused before anything changes', async () => {
    const { data, refusal } = newShop();
    const order = (input: object) => refusal('order-create', { userId: 42, items: [MUG], ...input });
    expect(await order({ userId: 999 })).toBe('USER_NOT_FOUND');
    expect(await order({ items: [{ sku: 'KIT-008', quantity: 3 }] })).toBe('INSUFFICIENT_STOCK');
    expect(await order({ items: [MUG, { sku: 'KIT-099', quantity: 1 }] })).toBe('PRODUCT_NOT_FOUND');
    expect(await order({ couponCode: 'FIVE' })).toBe('COUPON_MINIMUM_NOT_REACHED');
    await data('user-suspend', { id: 42 });
    expect(await order({})).toBe('USER_SUSPENDED');
    expect((await data('inventory-history')).moves).toEqual([]);
    expect((await data('order-list', { limit: 1 })).total).toBe(420);
  });
});

describe('the rest of the back office', () => {
  it('refuses what its rules forbid', async () => {
    const { refusal } = newShop();
    expect(await refusal('user-create', { name: 'A', email: 'ALICE@example.com' })).toBe('EMAIL_TAKEN');
    expect(await refusal('user-delete', { id: 1 })).toBe('USER_HAS_OPEN_BUSINESS');
    expect(await refusal('coupon-delete', { code: 'FIVE' })).toBe('COUPON_IN_USE');
    expect(await refusal('subscription-resume', { subscriptionId: 'sub-1001' })).toBe('SUBSCRIPTION_WRONG_STATUS');
    expect(await refusal('review-reply', { reviewId: 'rev-1002', text: 'Sorry' })).toBe('REVIEW_NOT_PUBLISHED');
    expect(await refusal('config-set', { key: 'shop.name', value: 7 })).toBe('SETTING_TYPE_MISMATCH');
    expect(await refusal('report-tax')).toBe('COMMAND_DISABLED');
  });

  it('keeps what it is told', async () => {
    const { data } = newShop();
    await data('config-set', { key: 'reviews.auto-approve', value: true });
    expect(await data('config-get', { key: 'reviews.auto-approve' })).toMatchObject({ value: true, default: false });
    const ticket = await data('ticket-create', {
      userId: 42,
      subject: 'Late',
      text: 'Where is it?',
      priority: 'urgent',
    });
    await data('ticket-reply', { ticketId: ticket.id, text: 'On its way.' });
    expect((await data('ticket-list')).tickets[0]).toMatchObject({ id: ticket.id, status: 'waiting' });
    const todo = await data('todo-create', { title: 'Buy milk', dueOn: '2026-01-15' });
    await data('todo-complete', { todoId: todo.id });
    expect((await data('todo-list')).total).toBe(3);
    expect((await data('report-sales')).orders).toBe(415);
  });
});
