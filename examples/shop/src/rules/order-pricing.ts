import type { CommandFailure } from '@foldout/server';
import { notFound } from '../failures.ts';
import type { Order } from '../records.ts';
import { readSetting } from '../settings.ts';
import type { ShopDatabase } from '../sqlite-database.ts';
import { couponProblem, discountOf, findCoupon } from './coupon-validity.ts';

export interface OrderTotals {
  readonly subtotalCents: number;
  readonly discountCents: number;
  readonly shippingCents: number;
  readonly totalCents: number;
}

export function subtotalOf(db: ShopDatabase, orderId: string): number {
  const sum = 'SELECT coalesce(sum(quantity * unitPriceCents), 0) AS cents FROM orderItems WHERE orderId = ?';
  return db.one<{ cents: number }>(sum, orderId).cents;
}

export function priceOrder(db: ShopDatabase, subtotalCents: number, couponCode: string | null): OrderTotals {
  const coupon = couponCode === null ? undefined : findCoupon(db, couponCode);
  const discountCents = coupon ? discountOf(coupon, subtotalCents) : 0;
  const goodsCents = subtotalCents - discountCents;
  const free = goodsCents >= readSetting(db, 'shipping.free-from-cents');
  const shippingCents = free ? 0 : readSetting(db, 'shipping.flat-cents');
  return { subtotalCents, discountCents, shippingCents, totalCents: goodsCents + shippingCents };
}

/** Brings an order's stored totals in line with its items. A coupon whose least value is missed comes off. */
export function repriceOrder(db: ShopDatabase, orderId: string): void {
  const subtotalCents = subtotalOf(db, orderId);
  const { couponCode } = db.one<Pick<Order, 'couponCode'>>('SELECT couponCode FROM orders WHERE id = ?', orderId);
  const keeps = couponCode !== null && subtotalCents >= (findCoupon(db, couponCode)?.minimumCents ?? 0);
  if (couponCode !== null && !keeps) releaseCoupon(db, orderId);
  db.update('orders', { id: orderId }, priceOrder(db, subtotalCents, keeps ? couponCode : null));
}

/** Takes an order's coupon off, so that it can be used again. */
export function releaseCoupon(db: ShopDatabase, orderId: string): void {
  db.run('UPDATE coupons SET uses = uses - 1 WHERE code = (SELECT couponCode FROM orders WHERE id = ?)', orderId);
  db.update('orders', { id: orderId }, { couponCode: null });
}

/** Puts a coupon on an order, in place of the one before. */
export function applyCoupon(db: ShopDatabase, orderId: string, code: string): CommandFailure | undefined {
  releaseCoupon(db, orderId);
  const coupon = findCoupon(db, code);
  const problem = coupon ? couponProblem(coupon, subtotalOf(db, orderId)) : notFound('coupon', code);
  if (!coupon || problem) return problem;
  db.update('coupons', { code: coupon.code }, { uses: coupon.uses + 1 });
  db.update('orders', { id: orderId }, { couponCode: coupon.code });
  return undefined;
}
