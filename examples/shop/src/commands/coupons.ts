import { z } from 'zod';
import { cents, day, pageInput, text } from '../fields.ts';
import { found, newest, page } from '../rows.ts';
import type { Coupon, Shop } from '../shop.ts';
import { destroy, Refusal, read, write } from '../shop-command.ts';

function isUsable({ disabled, validUntil, maxUses, uses }: Coupon): boolean {
  const today = new Date().toISOString().slice(0, 10);
  return !disabled && (validUntil ?? today) >= today && uses < (maxUses ?? Infinity);
}

/** What a coupon takes off goods of this value. Refuses a coupon that cannot be used. */
export function discountOf(shop: Shop, code: string, goodsCents: number): number {
  const coupon = found(shop.coupons, 'coupon', code);
  if (!isUsable(coupon)) throw new Refusal('COUPON_NOT_USABLE', `'${code}' is over or used up.`, 'Call coupon-list.');
  if (goodsCents < coupon.minimumCents) {
    const message = `'${code}' needs goods of ${coupon.minimumCents} cents.`;
    throw new Refusal('COUPON_MINIMUM_NOT_REACHED', message, 'Add items, or use another coupon.');
  }
  const off = coupon.kind === 'fixed' ? coupon.amount : Math.round((goodsCents * coupon.amount) / 100);
  return Math.min(off, goodsCents);
}

export const couponCommands = (shop: Shop) => {
  const code = text(40);
  const coupon = (id: string): Coupon => found(shop.coupons, 'coupon', id);

  return [
    write(
      'coupon-create',
      'Create a coupon that takes a percentage or a fixed amount off an order.',
      {
        code,
        kind: z.enum(['percent', 'fixed']),
        amount: z.int().min(1).max(1_000_000).describe('Percent, or cents.'),
        minimumCents: cents.default(0),
        maxUses: z.int().min(1).optional(),
        validUntil: day.optional(),
      },
      ({ maxUses = null, validUntil = null, ...given }) => {
        if (shop.coupons.has(given.code)) {
          throw new Refusal('COUPON_CODE_TAKEN', `There is a coupon '${given.code}'.`, 'Choose another code.');
        }
        if (given.kind === 'percent' && given.amount > 100) {
          throw new Refusal('PERCENT_TOO_LARGE', `${given.amount}% is more than everything.`, 'Use 1 to 100.');
        }
        const added: Coupon = { ...given, maxUses, validUntil, uses: 0, disabled: false };
        shop.coupons.set(added.code, added);
        return added;
      },
    ),
    read(
      'coupon-list',
      'List coupons with how often they were used.',
      { usable: z.boolean().optional(), ...pageInput },
      ({ usable, ...where }) =>
        page(
          'coupons',
          newest(shop.coupons, (one) => usable === undefined || isUsable(one) === usable),
          where,
        ),
    ),
    read(
      'coupon-check',
      'Check whether a coupon can be used now for goods of a value, and what it takes off. Changes nothing.',
      { code, subtotalCents: cents },
      ({ code, subtotalCents }) => {
        const discountCents = discountOf(shop, code, subtotalCents);
        return { code, discountCents, goodsCents: subtotalCents - discountCents };
      },
      {
        examples: [
          {
            title: '10% of 40 EUR',
            input: { code: 'WELCOME10', subtotalCents: 4000 },
            output: { code: 'WELCOME10', discountCents: 400, goodsCents: 3600 },
          },
        ],
      },
    ),
    write('coupon-disable', 'Switch off a coupon. Orders that have it keep their discount.', { code }, ({ code }) =>
      Object.assign(coupon(code), { disabled: true }),
    ),
    destroy(
      'coupon-delete',
      'Delete a coupon that was never used. One that was used belongs to the books and is refused.',
      { code },
      ({ code }) => {
        if (coupon(code).uses > 0) {
          throw new Refusal('COUPON_IN_USE', `'${code}' was used.`, 'Call coupon-disable instead.');
        }
        shop.coupons.delete(code);
        return { deleted: code };
      },
      { confirmPrompt: 'This will delete coupon {code}. Continue?' },
    ),
  ];
};
