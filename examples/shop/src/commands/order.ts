import { type Command, defineCommand, success } from '@foldout/server';
import { z } from 'zod';
import { notFound, refused } from '../failures.ts';
import { address, lineItem, period, userId } from '../fields.ts';
import { formatCents } from '../money.ts';
import { listPage, pageInput, pageOutput } from '../pagination.ts';
import { ORDER_STATUSES, type Order, type OrderNote } from '../records.ts';
import { COUPON_ERRORS } from '../rules/coupon-validity.ts';
import { findProduct, findUser } from '../rules/lookups.ts';
import { balanceOf } from '../rules/order-balance.ts';
import { applyCoupon, releaseCoupon, repriceOrder } from '../rules/order-pricing.ts';
import { addItem, findOrder, itemsOf, showOrder } from '../rules/order-records.ts';
import { moveStock } from '../rules/stock.ts';
import type { ShopDatabase } from '../sqlite-database.ts';
import { endOfDay, now } from '../time.ts';

export const orderOutput = z.object({
  id: z.string(),
  userId: z.int(),
  status: z.enum(ORDER_STATUSES),
  couponCode: z.string().nullable(),
  subtotalCents: z.int(),
  discountCents: z.int(),
  shippingCents: z.int(),
  totalCents: z.int(),
  placedAt: z.string(),
  cancelledAt: z.string().nullable(),
  address,
});

export const orderCommands = (db: ShopDatabase): Command[] => [
  defineCommand({
    name: 'order-create',
    description:
      'Create a new order. Items are taken out of stock at once, prices are those of today, and shipping and a ' +
      'coupon are worked in. The delivery address defaults to that of the user.',
    summary: 'Create a new order',
    tags: ['crud', 'sales'],
    aliases: ['place order', 'buy', 'checkout', 'purchase'],
    mutation: true,
    executionTime: 'fast',
    version: '2.0.0',
    errors: [
      'USER_NOT_FOUND',
      'USER_SUSPENDED',
      'ADDRESS_MISSING',
      'PRODUCT_NOT_FOUND',
      'PRODUCT_ARCHIVED',
      'QUANTITY_TOO_LARGE',
      'INSUFFICIENT_STOCK',
      ...COUPON_ERRORS,
    ],
    relatedTools: ['payment-record', 'order-add-item', 'order-apply-coupon'],
    input: z.object({
      userId,
      items: z.array(lineItem).min(1).max(50),
      address: address.optional(),
      couponCode: z.string().optional(),
    }),
    output: orderOutput,
    examples: [
      { title: 'Two mugs for Alice', input: { userId: 42, items: [{ sku: 'KIT-001', quantity: 2 }] } },
      {
        title: 'With a coupon, to another address',
        input: {
          userId: 42,
          items: [{ sku: 'GAR-001', quantity: 1 }],
          couponCode: 'WELCOME10',
          address: { street: 'Ring 4', city: 'Vienna', postalCode: '1010', country: 'AT' },
        },
      },
    ],
    handler: ({ userId, items, address, couponCode }) =>
      db.transaction(() => {
        const user = findUser(db, userId);
        if (!user) return notFound('user', userId);
        if (user.suspendedAt) {
          const next = 'Lift the suspension with user-reactivate first.';
          return refused('USER_SUSPENDED', `User ${userId} is suspended since ${user.suspendedAt}.`, next);
        }
        const deliverTo = address ? JSON.stringify(address) : user.address;
        if (!deliverTo) {
          const next = 'Pass address, or store one with user-set-address.';
          return refused('ADDRESS_MISSING', `User ${userId} has no address and none was given.`, next);
        }
        const id = db.nextId('ord');
        const nothing = { subtotalCents: 0, discountCents: 0, shippingCents: 0, totalCents: 0 };
        const start = { status: 'pending', couponCode: null, placedAt: now(), cancelledAt: null } as const;
        db.insert('orders', { id, userId, address: deliverTo, ...start, ...nothing });
        for (const { sku, quantity } of items) {
          const product = findProduct(db, sku);
          const problem = product ? addItem(db, id, product, quantity) : notFound('product', sku);
          if (problem) return problem;
        }
        const problem = couponCode && applyCoupon(db, id, couponCode);
        if (problem) return problem;
        repriceOrder(db, id);
        const order = db.one<Order>('SELECT * FROM orders WHERE id = ?', id);
        return success(showOrder(order), {
          reasoning: `Created order ${id} for ${user.name}: ${formatCents(order.totalCents)} to pay.`,
          confidence: 1,
          suggestions: [`Take the payment with payment-record, orderId: ${id}.`],
        });
      }),
  }),

  defineCommand({
    name: 'order-get',
    description: 'Get one order with its items, notes and what is still to be paid.',
    tags: ['crud', 'sales'],
    aliases: ['show order', 'order details', 'order status'],
    executionTime: 'instant',
    errors: ['ORDER_NOT_FOUND'],
    relatedTools: ['shipment-list', 'payment-list'],
    input: z.object({ orderId: z.string() }),
    examples: [{ title: 'The first order', input: { orderId: 'ord-1001' } }],
    handler({ orderId }) {
      const order = findOrder(db, orderId);
      if (!order) return notFound('order', orderId);
      const items = itemsOf(db, orderId).map(({ orderId: _orderId, ...item }) => item);
      const notes = db.all<Omit<OrderNote, 'orderId'>>(
        'SELECT author, text, createdAt FROM orderNotes WHERE orderId = ? ORDER BY id',
        orderId,
      );
      const { dueCents } = balanceOf(db, order);
      return success(
        { ...showOrder(order), items, notes, dueCents },
        { reasoning: `Order ${orderId} is ${order.status}; ${formatCents(dueCents)} are due.`, confidence: 1 },
      );
    },
  }),

  defineCommand({
    name: 'order-list',
    description: 'List orders with filters. Newest first; filter by status, user, product, period and least value.',
    summary: 'List orders with filters',
    tags: ['crud', 'sales'],
    aliases: ['orders', 'purchases', 'sales list'],
    executionTime: 'fast',
    relatedTools: ['order-get', 'report-sales'],
    input: z.object({
      status: z.enum(ORDER_STATUSES).optional(),
      userId: userId.optional(),
      sku: z.string().optional().describe('Only orders that contain this product.'),
      ...period,
      minimumCents: z.int().min(0).max(100_000_000).optional(),
      ...pageInput,
    }),
    output: z.object({ orders: z.array(orderOutput), ...pageOutput }),
    examples: [
      { title: 'What waits to be packed', input: { status: 'paid', limit: 10 } },
      { title: 'Alice in spring', input: { userId: 42, from: '2025-03-01', to: '2025-05-31' } },
    ],
    handler: ({ status, userId, sku, from, to, minimumCents, ...page }) =>
      listPage(
        db,
        {
          of: 'orders',
          from: 'orders',
          orderBy: 'placedAt DESC, id DESC',
          where: [
            ['status = ?', status],
            ['userId = ?', userId],
            ['id IN (SELECT orderId FROM orderItems WHERE sku = ?)', sku],
            ['placedAt >= ?', from],
            ['placedAt <= ?', to && endOfDay(to)],
            ['totalCents >= ?', minimumCents],
          ],
        },
        page,
        showOrder,
      ),
  }),

  defineCommand({
    name: 'order-cancel',
    description:
      'Cancel a pending order. A paid order that has not left the house can be cancelled too. Its items go back ' +
      'into stock; money already paid is not returned by this. An order that was sent is refused.',
    summary: 'Cancel a pending order',
    tags: ['sales'],
    aliases: ['call off order', 'abort order', 'stop order', 'withdraw purchase'],
    destructive: true,
    mutation: true,
    confirmPrompt: 'This will cancel order {orderId}. Continue?',
    executionTime: 'fast',
    errors: ['ORDER_NOT_FOUND', 'ORDER_ALREADY_CANCELLED', 'ORDER_ALREADY_SHIPPED'],
    relatedTools: ['payment-refund', 'shipment-return', 'subscription-cancel'],
    input: z.object({ orderId: z.string() }),
    examples: [{ title: 'By its id', input: { orderId: 'ord-1420' } }],
    handler: ({ orderId }) =>
      db.transaction(() => {
        const order = findOrder(db, orderId);
        if (!order) return notFound('order', orderId);
        if (order.status === 'cancelled') {
          const message = `Order '${orderId}' was cancelled on ${order.cancelledAt}.`;
          return refused('ORDER_ALREADY_CANCELLED', message, 'Nothing is left to do; order-get shows it.');
        }
        if (order.status !== 'pending' && order.status !== 'paid') {
          return refused(
            'ORDER_ALREADY_SHIPPED',
            `Order '${orderId}' is ${order.status} and can no longer be cancelled.`,
            'Take the goods back with shipment-return, then pay back with payment-refund.',
            { status: order.status },
          );
        }
        for (const { sku, quantity } of itemsOf(db, orderId)) {
          moveStock(db, { sku, change: quantity, reason: 'cancellation', note: orderId });
        }
        const cancelled = { status: 'cancelled', cancelledAt: now() } as const;
        db.update('orders', { id: orderId }, cancelled);
        releaseCoupon(db, orderId);
        const { creditCents } = balanceOf(db, { ...order, ...cancelled });
        return success(
          { orderId, ...cancelled, toRefundCents: creditCents },
          {
            reasoning: `Order ${orderId} is cancelled and its items are back in stock.`,
            confidence: 1,
            ...(creditCents > 0 && {
              warnings: [`${formatCents(creditCents)} were paid and have not been returned.`],
              suggestions: [`Find the payment with payment-list, orderId: ${orderId}, then call payment-refund.`],
            }),
          },
        );
      }),
  }),
];
