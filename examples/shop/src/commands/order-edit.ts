import { type Command, type CommandFailure, defineCommand, success } from '@foldout/server';
import { z } from 'zod';
import { notFound, refused } from '../failures.ts';
import { address, quantity, sku, text } from '../fields.ts';
import { formatCents } from '../money.ts';
import type { Order, OrderItem } from '../records.ts';
import { COUPON_ERRORS } from '../rules/coupon-validity.ts';
import { findProduct } from '../rules/lookups.ts';
import { applyCoupon, repriceOrder } from '../rules/order-pricing.ts';
import { addItem, editProblem, findOrder, itemsOf, showOrder } from '../rules/order-records.ts';
import { moveStock } from '../rules/stock.ts';
import type { ShopDatabase } from '../sqlite-database.ts';
import { now } from '../time.ts';
import { orderOutput } from './order.ts';

const orderId = z.string();
const EDIT_ERRORS = ['ORDER_NOT_FOUND', 'ORDER_NOT_EDITABLE'];

/** Changes a pending order, works out its price again, and answers the order as it is now. */
function editOrder(db: ShopDatabase, id: string, change: (order: Order) => CommandFailure | undefined) {
  return db.transaction(() => {
    const order = findOrder(db, id);
    if (!order) return notFound('order', id);
    const problem = editProblem(db, order) ?? change(order);
    if (problem) return problem;
    repriceOrder(db, id);
    const changed = db.one<Order>('SELECT * FROM orders WHERE id = ?', id);
    const reasoning = `Order ${id} now costs ${formatCents(changed.totalCents)}; it was ${formatCents(order.totalCents)}.`;
    const lost = order.couponCode !== null && changed.couponCode === null;
    return success(showOrder(changed), {
      reasoning,
      confidence: 1,
      ...(lost && { warnings: [`Coupon '${order.couponCode}' came off: the order fell below its least value.`] }),
    });
  });
}

/** Commands that change an order after it was placed. */
export const orderEditCommands = (db: ShopDatabase): Command[] => [
  defineCommand({
    name: 'order-add-item',
    description: 'Add pieces of a product to a pending order. They are taken out of stock.',
    tags: ['sales'],
    aliases: ['add to cart', 'add product to order'],
    mutation: true,
    executionTime: 'fast',
    errors: [...EDIT_ERRORS, 'PRODUCT_NOT_FOUND', 'PRODUCT_ARCHIVED', 'QUANTITY_TOO_LARGE', 'INSUFFICIENT_STOCK'],
    relatedTools: ['order-remove-item'],
    input: z.object({ orderId, sku, quantity: quantity.default(1) }),
    output: orderOutput,
    handler: ({ orderId, sku, quantity }) =>
      editOrder(db, orderId, () => {
        const product = findProduct(db, sku);
        return product ? addItem(db, orderId, product, quantity) : notFound('product', sku);
      }),
  }),

  defineCommand({
    name: 'order-remove-item',
    description: 'Take pieces of a product out of a pending order and put them back into stock. One item must remain.',
    summary: 'Take pieces of a product out of a pending order',
    tags: ['sales'],
    aliases: ['remove from cart', 'drop product from order'],
    mutation: true,
    executionTime: 'fast',
    errors: [...EDIT_ERRORS, 'ITEM_NOT_IN_ORDER', 'ORDER_WOULD_BE_EMPTY'],
    relatedTools: ['order-add-item'],
    input: z.object({ orderId, sku, quantity: quantity.optional().describe('How many; all when left out.') }),
    output: orderOutput,
    handler: ({ orderId, sku, quantity }) =>
      editOrder(db, orderId, () => {
        const items = itemsOf(db, orderId);
        const item = items.find((item) => item.sku === sku);
        if (!item) {
          const present = items.map((item) => item.sku).join(', ');
          return refused('ITEM_NOT_IN_ORDER', `Order '${orderId}' holds no '${sku}'.`, `It holds: ${present}.`);
        }
        return removeItem(db, item, quantity ?? item.quantity, items.length === 1);
      }),
  }),

  defineCommand({
    name: 'order-apply-coupon',
    description: 'Apply a coupon to a pending order. It replaces a coupon that was applied before.',
    tags: ['sales', 'billing', 'marketing'],
    aliases: ['redeem voucher', 'discount code', 'promo code'],
    mutation: true,
    executionTime: 'fast',
    errors: [...EDIT_ERRORS, ...COUPON_ERRORS],
    relatedTools: ['coupon-check', 'coupon-list'],
    input: z.object({ orderId, code: z.string() }),
    output: orderOutput,
    handler: ({ orderId, code }) => editOrder(db, orderId, () => applyCoupon(db, orderId, code)),
  }),

  defineCommand({
    name: 'order-set-address',
    description: 'Change where a pending order is delivered to.',
    tags: ['sales', 'shipping'],
    aliases: ['change delivery address of order', 'redirect order'],
    mutation: true,
    executionTime: 'instant',
    errors: EDIT_ERRORS,
    relatedTools: ['user-set-address'],
    input: z.object({ orderId, address }),
    output: orderOutput,
    handler: ({ orderId, address }) =>
      editOrder(db, orderId, () => {
        db.update('orders', { id: orderId }, { address: JSON.stringify(address) });
        return undefined;
      }),
  }),

  defineCommand({
    name: 'order-add-note',
    description: 'Leave a note for colleagues on an order. Customers do not see it.',
    tags: ['sales'],
    aliases: ['comment on order', 'remark', 'internal memo'],
    mutation: true,
    executionTime: 'instant',
    errors: ['ORDER_NOT_FOUND'],
    relatedTools: ['order-get'],
    input: z.object({ orderId, text: text(2000), author: text(60).default('back office') }),
    handler({ orderId, text, author }) {
      if (!findOrder(db, orderId)) return notFound('order', orderId);
      const note = { orderId, author, text, createdAt: now() };
      db.insert('orderNotes', note);
      return success(note, { reasoning: `Added a note to order ${orderId}.`, confidence: 1 });
    },
  }),
];

function removeItem(db: ShopDatabase, item: OrderItem, quantity: number, isLast: boolean): CommandFailure | undefined {
  const { orderId, sku } = item;
  const left = item.quantity - Math.min(quantity, item.quantity);
  if (left === 0 && isLast) {
    const message = `'${sku}' is the last item of order '${orderId}'.`;
    return refused('ORDER_WOULD_BE_EMPTY', message, 'Call order-cancel to give up the whole order.');
  }
  if (left > 0) db.update('orderItems', { orderId, sku }, { quantity: left });
  else db.run('DELETE FROM orderItems WHERE orderId = ? AND sku = ?', orderId, sku);
  return moveStock(db, { sku, change: item.quantity - left, reason: 'cancellation', note: orderId });
}
