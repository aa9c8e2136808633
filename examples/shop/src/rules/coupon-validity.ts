import type { CommandFailure } from '@foldout/server';
import { refused } from '../failures.ts';
import { formatCents } from '../money.ts';
import type { Coupon } from '../records.ts';
import type { ShopDatabase } from '../sqlite-database.ts';
import { endOfDay, now } from '../time.ts';

export const COUPON_ERRORS = [
  'COUPON_NOT_FOUND',
  'COUPON_DISABLED',
  'COUPON_EXPIRED',
  'COUPON_USED_UP',
  'COUPON_MINIMUM_NOT_REACHED',
];

export function findCoupon(db: ShopDatabase, code: string): Coupon | undefined {
  return db.first<Coupon>('SELECT * FROM coupons WHERE code = ?', code);
}

export function discountOf(coupon: Coupon, subtotalCents: number): number {
  const wanted = coupon.kind === 'percent' ? Math.round((subtotalCents * coupon.amount) / 100) : coupon.amount;
  return Math.min(wanted, subtotalCents);
}

/** Why a coupon cannot be used for goods of this value now; undefined when it can. */
export function couponProblem(coupon: Coupon, subtotalCents: number, at = now()): CommandFailure | undefined {
  const { code, disabledAt, validUntil, maxUses, uses, minimumCents } = coupon;
  const other = 'Call coupon-list with usable: true to see coupons that can be used.';
  if (disabledAt) return refused('COUPON_DISABLED', `Coupon '${code}' was switched off on ${disabledAt}.`, other);
  if (validUntil && at > endOfDay(validUntil)) {
    return refused('COUPON_EXPIRED', `Coupon '${code}' was valid until ${validUntil}.`, other);
  }
  if (maxUses !== null && uses >= maxUses) {
    return refused('COUPON_USED_UP', `Coupon '${code}' has been used ${uses} of ${maxUses} times.`, other);
  }
  if (subtotalCents < minimumCents) {
    return refused(
      'COUPON_MINIMUM_NOT_REACHED',
      `Coupon '${code}' needs goods of ${formatCents(minimumCents)}; there are ${formatCents(subtotalCents)}.`,
      `Add goods worth ${formatCents(minimumCents - subtotalCents)} first.`,
      { minimumCents, subtotalCents },
    );
  }
  return undefined;
}
