import { z } from 'zod';
import { address, cents, lineItems, pageInput, period, quantity, sku, text, userId } from '../fields.ts';
import { found, is, newest, page, within } from '../rows.ts';
import { ORDER_STATUSES, type Order, type Product, type Shop, setting } from '../shop.ts';
import { destroy, Refusal, read, write } from '../shop-command.ts';
import { discountOf } from './coupons.ts';
import { moveStock } from './inventory.ts';
import { balanceOf } from './payments.ts';

export const orderCommands = (shop: Shop) => {
  const orderId = z.string().min(1);
  const order = (id: string): Order => found(shop.orders, 'order', id);

  const editable = (id: string): Order => {
    const one = order(id);
    if (one.status === 'pending') return one;
    throw new Refusal('ORDER_NOT_EDITABLE', `Order '${id}' is ${one.status}.`, 'Only a pending order can be changed.');
  };

  const sellable = (wanted: string, pieces: number): Product => {
    const product = found(shop.products, 'product', wanted);
    const most = Number(setting(shop, 'order.max-quantity'));
    if (product.archived)
      throw new Refusal('PRODUCT_ARCHIVED', `'${wanted}' is not sold any more.`, 'Call product-list.');
    if (pieces > most) throw new Refusal('QUANTITY_TOO_LARGE', `At most ${most} pieces.`, 'Split the order.');
    if (pieces <= product.inStock) return product;
    const message = `Only ${product.inStock} pieces of '${wanted}' are in stock.`;
    throw new Refusal('INSUFFICIENT_STOCK', message, 'Order fewer, or book a delivery with inventory-receive.');
  };

  /** Computes discount, shipping and total of an order from its items and its coupon. */
  const price = (one: Order): Order => {
    const goods = one.items.reduce((sum, item) => sum + item.quantity * item.priceCents, 0);
    one.discountCents = one.couponCode === null ? 0 : discountOf(shop, one.couponCode, goods);
    one.shippingCents =
      goods >= Number(setting(shop, 'shipping.free-from-cents')) ? 0 : Number(setting(shop, 'shipping.flat-cents'));
    one.totalCents = goods - one.discountCents + one.shippingCents;
    return one;
  };

  return [
    write(
      'order-create',
      'Create a new order. Items are taken out of stock at once, prices are those of today, and shipping and a ' +
        'coupon are worked in. The delivery address defaults to that of the user.',
      { userId, items: lineItems, address: address.optional(), couponCode: text(40).optional() },
      ({ userId, items, address: place, couponCode = null }) => {
        const user = found(shop.users, 'user', userId);
        const target = place ?? user.address;
        if (user.status !== 'active') {
          throw new Refusal('USER_SUSPENDED', `User ${userId} is ${user.status}.`, 'Call user-reactivate first.');
        }
        if (!target) throw new Refusal('ADDRESS_MISSING', `User ${userId} has no address.`, 'Add an address.');
        const lines = items.map(({ sku, quantity }) => {
          return { sku, quantity, priceCents: sellable(sku, quantity).priceCents };
        });
        const added = price({
          id: '',
          userId,
          status: 'pending',
          items: lines,
          address: target,
          couponCode,
          discountCents: 0,
          shippingCents: 0,
          totalCents: 0,
          notes: [],
          createdAt: new Date().toISOString(),
        });
        added.id = shop.nextId('ord');
        shop.orders.set(added.id, added);
        for (const { sku, quantity } of lines) moveStock(shop, sku, -quantity, 'sale', added.id);
        const coupon = couponCode === null ? undefined : shop.coupons.get(couponCode);
        if (coupon) coupon.uses += 1;
        return added;
      },
      { examples: [{ title: 'Two mugs for Alice', input: { userId: 42, items: [{ sku: 'KIT-001', quantity: 2 }] } }] },
    ),
    read(
      'order-get',
      'Get one order with its items, notes and what is still to be paid.',
      { orderId },
      ({ orderId }) => ({ ...order(orderId), dueCents: balanceOf(shop, orderId).dueCents }),
      { relatedTools: ['shipment-list', 'payment-list'] },
    ),
    read(
      'order-list',
      'List orders with filters. Newest first; filter by status, user, product, period and least value.',
      {
        status: z.enum(ORDER_STATUSES).optional(),
        userId: userId.optional(),
        sku: sku.optional(),
        ...period,
        minimumCents: cents.optional(),
        ...pageInput,
      },
      ({ status, userId, sku, from, to, minimumCents = 0, ...where }) => {
        const inPeriod = within({ from, to });
        const fits = (one: Order): boolean =>
          is(status, one.status) &&
          is(userId, one.userId) &&
          (sku === undefined || one.items.some((item) => item.sku === sku)) &&
          inPeriod(one.createdAt) &&
          one.totalCents >= minimumCents;
        return page('orders', newest(shop.orders, fits), where);
      },
      { examples: [{ title: 'What waits to be packed', input: { status: 'paid', limit: 10 } }] },
    ),
    destroy(
      'order-cancel',
      'Cancel a pending order. A paid order that has not left the house can be cancelled too. Its items go back ' +
        'into stock; money already paid is not returned by this. An order that was sent is refused.',
      { orderId },
      ({ orderId }) => {
        const one = order(orderId);
        if (one.status === 'cancelled') {
          throw new Refusal('ORDER_ALREADY_CANCELLED', `Order '${orderId}' is cancelled.`, 'Nothing is left to do.');
        }
        if (one.status !== 'pending' && one.status !== 'paid') {
          throw new Refusal('ORDER_ALREADY_SHIPPED', `Order '${orderId}' is ${one.status}.`, 'Call shipment-return.');
        }
        for (const { sku, quantity } of one.items) moveStock(shop, sku, quantity, 'cancellation', orderId);
        one.status = 'cancelled';
        return one;
      },
      {
        aliases: ['call off order', 'abort order', 'stop order', 'withdraw purchase'],
        confirmPrompt: 'This will cancel order {orderId}. Continue?',
      },
    ),
    write(
      'order-add-item',
      'Add pieces of a product to a pending order. They are taken out of stock.',
      { orderId, sku, quantity: quantity.default(1) },
      ({ orderId, sku, quantity }) => {
        const one = editable(orderId);
        const { priceCents } = sellable(sku, quantity);
        const item = one.items.find((line) => line.sku === sku);
        if (item) item.quantity += quantity;
        else one.items.push({ sku, quantity, priceCents });
        moveStock(shop, sku, -quantity, 'sale', orderId);
        return price(one);
      },
    ),
    write(
      'order-remove-item',
      'Take pieces of a product out of a pending order and put them back into stock. One item must remain.',
      { orderId, sku, quantity: quantity.optional() },
      ({ orderId, sku, quantity: pieces }) => {
        const one = editable(orderId);
        const item = one.items.find((line) => line.sku === sku);
        if (!item) throw new Refusal('ITEM_NOT_IN_ORDER', `'${sku}' is not in '${orderId}'.`, 'Call order-get.');
        const removed = Math.min(pieces ?? item.quantity, item.quantity);
        if (removed === item.quantity && one.items.length === 1) {
          throw new Refusal('ORDER_WOULD_BE_EMPTY', 'One item must remain.', 'Call order-cancel instead.');
        }
        item.quantity -= removed;
        one.items = one.items.filter((line) => line.quantity > 0);
        moveStock(shop, sku, removed, 'cancellation', orderId);
        return price(one);
      },
    ),
    write(
      'order-apply-coupon',
      'Apply a coupon to a pending order. It replaces a coupon that was applied before.',
      { orderId, code: text(40) },
      ({ orderId, code }) => {
        const one = editable(orderId);
        const goods = one.items.reduce((sum, item) => sum + item.quantity * item.priceCents, 0);
        discountOf(shop, code, goods);
        found(shop.coupons, 'coupon', code).uses += 1;
        return price(Object.assign(one, { couponCode: code }));
      },
    ),
    write(
      'order-set-address',
      'Change where a pending order is delivered to.',
      { orderId, address },
      ({ orderId, address }) => Object.assign(editable(orderId), { address }),
    ),
    write(
      'order-add-note',
      'Leave a note for colleagues on an order. Customers do not see it.',
      { orderId, text: text(2_000), author: text(80).default('back office') },
      ({ orderId, text, author }) => {
        const one = order(orderId);
        one.notes.push({ author, text });
        return one;
      },
    ),
  ];
};
