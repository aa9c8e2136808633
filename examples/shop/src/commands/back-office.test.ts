import { beforeEach, describe, expect, it } from 'vitest';
import { openShop, type ShopUnderTest } from '../shop-under-test.ts';

let shop: ShopUnderTest;
beforeEach(() => {
  shop = openShop();
});

describe('user accounts', () => {
  it('are refused when the email is taken, whatever its case', async () => {
    const user = { name: 'Other', email: 'ALICE@example.com' };
    expect(await shop.call('user-create', user)).toMatchObject({
      error: { code: 'EMAIL_TAKEN', details: { userId: 42 } },
    });
    expect(await shop.refusal('user-update', { id: 1, email: user.email })).toBe('EMAIL_TAKEN');
    expect(await shop.data('user-update', { id: 42, email: user.email })).toMatchObject({ email: user.email });
  });

  it('need a name and an email', async () => {
    expect(await shop.call('user-create', { name: 'Alice' })).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
  });

  it('keep what an update leaves out', async () => {
    const before = await shop.data('user-get', { id: 42 });
    expect(await shop.data('user-update', { id: 42, name: 'Alice B.' })).toEqual({ ...before, name: 'Alice B.' });
  });

  it('are found by part of the name, as it is written', async () => {
    expect(await shop.data('user-list', { name: 'ALICE' })).toMatchObject({ total: 1, users: [{ id: 42 }] });
    expect(await shop.data('user-list', { name: '%' })).toMatchObject({ total: 0 });
  });

  it('are erased for good, and their orders stay', async () => {
    const { id } = await shop.data('user-create', { name: 'Gone', email: 'gone@example.com' });
    shop.db.run("UPDATE orders SET userId = ? WHERE id = 'ord-1001'", id);
    await shop.data('user-delete', { id });
    expect(await shop.refusal('user-get', { id })).toBe('USER_NOT_FOUND');
    expect(await shop.data('order-get', { orderId: 'ord-1001' })).toMatchObject({ userId: id });
    expect(shop.db.first('SELECT * FROM users WHERE email = ?', 'gone@example.com')).toBeUndefined();
  });

  it('are not deleted while a subscription runs', async () => {
    const { id } = await shop.data('user-create', { name: 'Busy', email: 'busy@example.com' });
    await shop.data('subscription-create', { userId: id, plan: 'pro' });
    expect(await shop.refusal('user-delete', { id })).toBe('USER_HAS_OPEN_BUSINESS');
  });
});

describe('subscriptions', () => {
  it('go from active to paused, back, and to their end', async () => {
    const { id: userId } = await shop.data('user-create', { name: 'Sub', email: 'sub@example.com' });
    const { id: subscriptionId } = await shop.data('subscription-create', { userId, plan: 'basic' });
    expect(await shop.refusal('subscription-create', { userId, plan: 'pro' })).toBe('ALREADY_SUBSCRIBED');
    expect(await shop.data('subscription-change-plan', { subscriptionId, plan: 'pro' })).toMatchObject({ plan: 'pro' });
    expect(await shop.data('subscription-pause', { subscriptionId })).toMatchObject({ renewsAt: null });
    expect(await shop.refusal('subscription-pause', { subscriptionId })).toBe('SUBSCRIPTION_WRONG_STATUS');
    expect(await shop.data('subscription-resume', { subscriptionId })).toMatchObject({ status: 'active' });
    await shop.data('subscription-cancel', { subscriptionId });
    expect(await shop.refusal('subscription-cancel', { subscriptionId })).toBe('SUBSCRIPTION_WRONG_STATUS');
    expect(await shop.data('subscription-get', { subscriptionId })).toMatchObject({ monthlyCents: 2490 });
  });
});

describe('stock', () => {
  it('never goes below zero', async () => {
    const { onHand } = await shop.data('inventory-get', { sku: 'TOY-001' });
    const loss = { sku: 'TOY-001', quantity: onHand + 1, reason: 'damage' };
    expect(await shop.call('inventory-write-off', loss)).toMatchObject({
      error: { code: 'INSUFFICIENT_STOCK', details: { onHand } },
    });
    expect(await shop.data('inventory-get', { sku: 'TOY-001' })).toMatchObject({ onHand });
  });

  it('takes in a whole delivery or nothing of it', async () => {
    const before = await shop.data('inventory-get', { sku: 'TOY-001' });
    const items = [
      { sku: 'TOY-001', quantity: 5 },
      { sku: 'NON-999', quantity: 1 },
    ];
    expect(await shop.refusal('inventory-receive', { items })).toBe('PRODUCT_NOT_FOUND');
    expect(await shop.data('inventory-get', { sku: 'TOY-001' })).toEqual(before);
  });

  it('books the difference of a count', async () => {
    await shop.data('inventory-count', { sku: 'TOY-002', counted: 7 });
    await shop.data('inventory-count', { sku: 'TOY-002', counted: 4 });
    const { moves } = await shop.data('inventory-history', { sku: 'TOY-002', reason: 'count', limit: 1 });
    expect(moves).toMatchObject([{ change: -3 }]);
  });

  it('is listed as low at its reorder point', async () => {
    await shop.data('inventory-count', { sku: 'TOY-003', counted: 9 });
    const low = async () => {
      const { products } = await shop.data('inventory-low-stock', { limit: 100 });
      return products.some((product: { sku: string }) => product.sku === 'TOY-003');
    };
    await shop.data('inventory-set-reorder-point', { sku: 'TOY-003', reorderPoint: 8 });
    expect(await low()).toBe(false);
    await shop.data('inventory-set-reorder-point', { sku: 'TOY-003', reorderPoint: 9 });
    expect(await low()).toBe(true);
  });
});

describe('products', () => {
  it('start without stock, and a SKU is given once', async () => {
    const kettle = { sku: 'KIT-099', name: 'Kettle', department: 'kitchen', priceCents: 3900 };
    await shop.data('product-create', kettle);
    expect(await shop.data('product-get', { sku: 'KIT-099' })).toMatchObject({ onHand: 0, rating: null, reviews: 0 });
    expect(await shop.refusal('product-create', kettle)).toBe('SKU_TAKEN');
  });

  it('leave the list when archived and come back when restored', async () => {
    const total = async () => (await shop.data('product-list', { search: 'stoneware' })).total;
    await shop.data('product-archive', { sku: 'KIT-001' });
    expect(await total()).toBe(0);
    await shop.data('product-restore', { sku: 'KIT-001' });
    expect(await total()).toBe(1);
    expect(await shop.data('product-search', { query: 'stoneware' })).toMatchObject({ total: 1 });
  });

  it('leave the price of placed orders alone', async () => {
    const order = await shop.data('order-get', { orderId: 'ord-1001' });
    for (const { sku } of order.items) await shop.data('product-set-price', { sku, priceCents: 1 });
    expect(await shop.data('order-get', { orderId: 'ord-1001' })).toEqual(order);
  });
});

describe('coupons', () => {
  it('say why they cannot be used', async () => {
    const check = (code: string, subtotalCents = 5000) => shop.refusal('coupon-check', { code, subtotalCents });
    expect(await check('SPRING25')).toBe('COUPON_EXPIRED');
    expect(await check('VIP50')).toBe('COUPON_MINIMUM_NOT_REACHED');
    expect(await check('NOPE')).toBe('COUPON_NOT_FOUND');
    await shop.data('coupon-disable', { code: 'FIVER' });
    expect(await check('FIVER')).toBe('COUPON_DISABLED');
  });

  it('never take off more than the goods cost', async () => {
    await shop.data('coupon-create', { code: 'BIG', kind: 'fixed', amount: 10_000 });
    expect(await shop.data('coupon-check', { code: 'big', subtotalCents: 300 })).toMatchObject({ goodsCents: 0 });
    const twice = { code: 'ALL', kind: 'percent', amount: 101 };
    expect(await shop.refusal('coupon-create', twice)).toBe('PERCENT_TOO_LARGE');
  });

  it('are deleted only when no order has them', async () => {
    expect(await shop.refusal('coupon-delete', { code: 'WELCOME10' })).toBe('COUPON_IN_USE');
    expect(await shop.data('coupon-delete', { code: 'vip50' })).toEqual({ code: 'VIP50' });
  });

  it('are listed by whether they can be used now', async () => {
    const codes = async (usable: boolean) => {
      const { coupons } = await shop.data('coupon-list', { usable });
      return coupons.map((coupon: { code: string }) => coupon.code);
    };
    expect(await codes(true)).toEqual(['FIVER', 'VIP50', 'WELCOME10']);
    expect(await codes(false)).toEqual(['SPRING25']);
  });
});

describe('reviews', () => {
  it('come from people who received the product, once', async () => {
    const { userId, sku } = shop.db.one<{ userId: number; sku: string }>(
      `SELECT o.userId, i.sku FROM orders o JOIN orderItems i ON i.orderId = o.id
       WHERE o.status = 'delivered' AND NOT EXISTS (SELECT 1 FROM reviews r WHERE r.userId = o.userId) LIMIT 1`,
    );
    const review = { userId, sku, rating: 5, text: 'Lovely' };
    const { id: reviewId, status } = await shop.data('review-create', review);
    expect(status).toBe('pending');
    expect(await shop.refusal('review-create', review)).toBe('ALREADY_REVIEWED');
    expect(await shop.refusal('review-reply', { reviewId, text: 'Thanks' })).toBe('REVIEW_NOT_PUBLISHED');
    await shop.data('review-approve', { reviewId });
    expect(await shop.data('review-reply', { reviewId, text: 'Thanks' })).toMatchObject({ reply: 'Thanks' });
    const { id: stranger } = await shop.data('user-create', { name: 'New', email: 'new@example.com' });
    expect(await shop.refusal('review-create', { ...review, userId: stranger })).toBe('NOT_BOUGHT');
  });

  it('count in the rating only when approved', async () => {
    const [review] = (await shop.data('review-list', { status: 'approved', limit: 1 })).reviews;
    const reviews = async () => (await shop.data('product-get', { sku: review.sku })).reviews;
    const before = await reviews();
    await shop.data('review-reject', { reviewId: review.id });
    expect(await reviews()).toBe(before - 1);
  });
});

describe('support tickets', () => {
  it('wait for the side that has to speak, until they are closed', async () => {
    const ticket = { userId: 42, orderId: 'ord-1001', subject: 'Late', text: 'Where is it?' };
    const { id: ticketId } = await shop.data('ticket-create', ticket);
    await shop.data('ticket-assign', { ticketId, assignee: 'mira' });
    expect(await shop.data('ticket-reply', { ticketId, text: 'Soon' })).toMatchObject({ status: 'waiting' });
    const answer = { ticketId, text: 'Fine', author: 'customer' };
    expect(await shop.data('ticket-reply', answer)).toMatchObject({ status: 'open' });
    expect(await shop.refusal('ticket-reopen', { ticketId })).toBe('TICKET_NOT_CLOSED');
    await shop.data('ticket-close', { ticketId });
    expect(await shop.refusal('ticket-reply', { ticketId, text: 'More' })).toBe('TICKET_CLOSED');
    expect((await shop.data('ticket-get', { ticketId })).messages).toHaveLength(3);
    expect(await shop.data('ticket-reopen', { ticketId })).toMatchObject({ status: 'open', closedAt: null });
  });

  it('are not opened about the order of somebody else', async () => {
    const ticket = { userId: 1, orderId: 'ord-1001', subject: 'Mine?', text: '?' };
    expect(await shop.refusal('ticket-create', ticket)).toBe('ORDER_OF_ANOTHER_USER');
  });

  it('are listed with the most urgent first', async () => {
    const { tickets } = await shop.data('ticket-list', { limit: 100 });
    const order = ['urgent', 'high', 'normal', 'low'];
    const ranks = tickets.map((ticket: { priority: string }) => order.indexOf(ticket.priority));
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
  });
});

describe('to-dos', () => {
  it('are created, moved, ticked off and deleted', async () => {
    const { id: todoId } = await shop.data('todo-create', { title: 'Buy milk', dueOn: '2026-02-01' });
    expect((await shop.data('todo-list', { dueBy: '2026-02-01' })).todos).toMatchObject([{ title: 'Buy milk' }]);
    expect(await shop.data('todo-update', { todoId, dueOn: null })).toMatchObject({ title: 'Buy milk', dueOn: null });
    const done = await shop.data('todo-complete', { todoId });
    expect(await shop.data('todo-complete', { todoId })).toEqual(done);
    expect((await shop.data('todo-list', { completed: true, search: 'milk' })).total).toBe(1);
    await shop.data('todo-delete', { todoId });
    expect(await shop.refusal('todo-delete', { todoId })).toBe('TODO_NOT_FOUND');
  });
});

describe('settings', () => {
  it('take only values of their type, and go back to their default', async () => {
    const wrong = { key: 'shipping.flat-cents', value: 'free' };
    expect(await shop.refusal('config-set', wrong)).toBe('SETTING_TYPE_MISMATCH');
    expect(await shop.refusal('config-set', { ...wrong, value: 1.5 })).toBe('SETTING_TYPE_MISMATCH');
    expect(await shop.data('config-set', { ...wrong, value: 0 })).toMatchObject({ value: 0, isDefault: false });
    expect(await shop.data('config-reset')).toEqual({ reset: 1 });
    expect(await shop.data('config-get', { key: wrong.key })).toMatchObject({ value: 490, isDefault: true });
    const { settings } = await shop.data('config-list');
    expect(settings.every((setting: { isDefault: boolean }) => setting.isDefault)).toBe(true);
  });
});

describe('reports', () => {
  it('agree with the orders they are made of', async () => {
    const { revenueCents, orders } = await shop.data('report-sales', { by: 'week' });
    const byMonth = await shop.data('report-sales', { by: 'month' });
    expect(byMonth).toMatchObject({ revenueCents, orders });
    const { customers } = await shop.data('report-top-customers', { limit: 100 });
    const [best] = customers;
    const { total } = await shop.data('order-list', { userId: best.userId });
    expect(best.orders).toBeLessThanOrEqual(total);
  });

  it('rank products by pieces or revenue, within a department', async () => {
    const { products } = await shop.data('report-top-products', { by: 'pieces', department: 'toys', limit: 3 });
    expect(products).toHaveLength(3);
    expect(products[0].pieces).toBeGreaterThanOrEqual(products[2].pieces);
    for (const { sku } of products) expect(sku).toMatch(/^TOY-/);
  });

  it('value the stock at sales prices', async () => {
    const sum = 'SELECT sum(onHand * priceCents) AS valueCents FROM stock JOIN products USING (sku)';
    const { valueCents } = shop.db.one<{ valueCents: number }>(sum);
    expect(await shop.data('report-stock-value')).toMatchObject({ valueCents });
  });

  it('work out the tax contained in prices', async () => {
    const [first] = (await shop.data('report-tax')).countries;
    expect(first.taxCents).toBe(Math.round((first.revenueCents * 19) / 119));
  });
});

describe('checking the books', () => {
  it('reports progress up to the total', async () => {
    const seen: number[] = [];
    await shop.call('report-reconcile', { batchSize: 200 }, { reportProgress: ({ progress }) => seen.push(progress) });
    expect(seen).toEqual([200, 400, 420]);
  });

  it('finds an order whose payment went missing', async () => {
    shop.db.run("DELETE FROM payments WHERE orderId = 'ord-1001'");
    const { findings } = await shop.data('report-reconcile');
    expect(findings).toMatchObject([{ orderId: 'ord-1001', problem: expect.stringContaining('due') }]);
  });

  it('stops when it is told to', async () => {
    const stop = new AbortController();
    const context = { signal: stop.signal, reportProgress: () => stop.abort() };
    expect(await shop.call('report-reconcile', { batchSize: 10 }, context)).toMatchObject({
      error: { code: 'CANCELLED', details: { checked: 10, total: 420 } },
    });
  });
});
