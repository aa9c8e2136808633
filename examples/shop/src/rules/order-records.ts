import type { CommandFailure } from '@foldout/server';
import { refused } from '../failures.ts';
import { formatCents } from '../money.ts';
import type { Order, OrderItem, Product } from '../records.ts';
import { readSetting } from '../settings.ts';
import type { ShopDatabase } from '../sqlite-database.ts';
import { balanceOf } from './order-balance.ts';
import { moveStock } from './stock.ts';

export function findOrder(db: ShopDatabase, orderId: string): Order | undefined {
  return db.first<Order>('SELECT * FROM orders WHERE id = ?', orderId);
}

export function itemsOf(db: ShopDatabase, orderId: string): OrderItem[] {
  return db.all<OrderItem>('SELECT * FROM orderItems WHERE orderId = ? ORDER BY sku', orderId);
}

export function showOrder({ address, ...order }: Order) {
  return { ...order, address: JSON.parse(address) as unknown };
}

/** Items and address can be changed only while nothing has been paid or sent. */
export function editProblem(db: ShopDatabase, order: Order): CommandFailure | undefined {
  const { id, status } = order;
  const { paidCents } = balanceOf(db, order);
  if (status === 'pending' && paidCents === 0) return undefined;
  return refused(
    'ORDER_NOT_EDITABLE',
    `Order '${id}' is ${status} and ${formatCents(paidCents)} were paid; only an unpaid, pending order can be changed.`,
    'Create another order with order-create, or leave a remark with order-add-note.',
    { status, paidCents },
  );
}

/** Puts pieces of a product into an order and takes them out of stock. A new line has today's price. */
export function addItem(
  db: ShopDatabase,
  orderId: string,
  product: Product,
  quantity: number,
): CommandFailure | undefined {
  const { sku, priceCents } = product;
  if (product.archivedAt) {
    return refused(
      'PRODUCT_ARCHIVED',
      `Product '${sku}' is no longer sold.`,
      'Call product-list to find another, or product-restore to sell it again.',
    );
  }
  const key = 'SELECT * FROM orderItems WHERE orderId = ? AND sku = ?';
  const present = db.first<OrderItem>(key, orderId, sku);
  const wanted = (present?.quantity ?? 0) + quantity;
  const maximum = readSetting(db, 'order.max-quantity');
  if (wanted > maximum) {
    return refused(
      'QUANTITY_TOO_LARGE',
      `An order may hold ${maximum} of '${sku}'; this one would hold ${wanted}.`,
      'Order fewer, or raise order.max-quantity with config-set.',
    );
  }
  const short = moveStock(db, { sku, change: -quantity, reason: 'sale', note: orderId });
  if (short) return short;
  if (present) db.update('orderItems', { orderId, sku }, { quantity: wanted });
  else db.insert('orderItems', { orderId, sku, quantity, unitPriceCents: priceCents });
  return undefined;
}
