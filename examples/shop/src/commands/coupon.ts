import { type Command, defineCommand, success } from '@foldout/server';
import { z } from 'zod';
import { notFound, refused } from '../failures.ts';
import { cents, day } from '../fields.ts';
import { formatCents } from '../money.ts';
import { listPage, pageInput } from '../pagination.ts';
import { COUPON_KINDS, type Coupon } from '../records.ts';
import { COUPON_ERRORS, couponProblem, discountOf, findCoupon } from '../rules/coupon-validity.ts';
import type { ShopDatabase } from '../sqlite-database.ts';
import { now } from '../time.ts';

const code = z.string().min(1).describe('Such as "WELCOME10"; upper and lower case are the same.');

export const couponCommands = (db: ShopDatabase): Command[] => [
  defineCommand({
    name: 'coupon-create',
    description: 'Create a coupon that takes a percentage or a fixed amount off an order.',
    tags: ['marketing', 'billing', 'crud'],
    aliases: ['voucher', 'discount code', 'promotion', 'sale campaign'],
    mutation: true,
    executionTime: 'instant',
    errors: ['COUPON_CODE_TAKEN', 'PERCENT_TOO_LARGE'],
    relatedTools: ['coupon-list', 'order-apply-coupon'],
    input: z.object({
      code: z.string().regex(/^[A-Za-z0-9]{3,20}$/),
      kind: z.enum(COUPON_KINDS),
      amount: cents.min(1).describe('Percent points (at most 100) or cents, by kind.'),
      minimumCents: cents.default(0).describe('Least value of the goods.'),
      maxUses: z.int().min(1).max(1_000_000).optional().describe('Unlimited when left out.'),
      validUntil: day.optional().describe('Last day, included.'),
    }),
    examples: [
      { title: '20% in summer', input: { code: 'SUMMER20', kind: 'percent', amount: 20, validUntil: '2030-08-31' } },
      { title: '5 EUR off from 30', input: { code: 'FIVE30', kind: 'fixed', amount: 500, minimumCents: 3000 } },
    ],
    handler: ({ code, maxUses, validUntil, ...terms }) =>
      db.transaction(() => {
        if (terms.kind === 'percent' && terms.amount > 100) {
          const message = `${terms.amount}% is more than the whole price.`;
          return refused('PERCENT_TOO_LARGE', message, 'Pass an amount up to 100, or kind: fixed for cents.');
        }
        if (findCoupon(db, code)) {
          const next = 'Pick another code, or look at that one with coupon-list.';
          return refused('COUPON_CODE_TAKEN', `There is a coupon '${code}' already.`, next);
        }
        const limits = { maxUses: maxUses ?? null, validUntil: validUntil ?? null };
        const coupon: Coupon = { code: code.toUpperCase(), ...terms, ...limits, uses: 0, disabledAt: null };
        db.insert('coupons', coupon);
        return success(coupon, { reasoning: `Coupon '${coupon.code}' can be used from now on.`, confidence: 1 });
      }),
  }),

  defineCommand({
    name: 'coupon-list',
    description: 'List coupons with how often they were used.',
    tags: ['marketing', 'crud'],
    aliases: ['vouchers', 'promotions', 'discount codes'],
    executionTime: 'fast',
    input: z.object({
      usable: z.boolean().optional().describe('True: only those that can be used now. False: only the others.'),
      ...pageInput,
    }),
    handler: ({ usable, ...page }) => {
      const canBeUsed = `(disabledAt IS NULL AND (maxUses IS NULL OR uses < maxUses)
        AND (validUntil IS NULL OR validUntil >= date('now')))`;
      return listPage<Coupon>(
        db,
        {
          of: 'coupons',
          from: 'coupons',
          orderBy: 'code',
          where: [[`${canBeUsed} = ?`, usable === undefined ? undefined : Number(usable)]],
        },
        page,
      );
    },
  }),

  defineCommand({
    name: 'coupon-check',
    description: 'Check whether a coupon can be used now for goods of a value, and what it takes off. Changes nothing.',
    summary: 'Check whether a coupon can be used and what it takes off',
    tags: ['marketing', 'billing'],
    aliases: ['validate voucher', 'is code valid', 'test promo code'],
    executionTime: 'instant',
    errors: COUPON_ERRORS,
    relatedTools: ['order-apply-coupon'],
    input: z.object({ code, subtotalCents: cents.describe('Value of the goods without shipping.') }),
    output: z.object({ code: z.string(), discountCents: z.int(), goodsCents: z.int() }),
    examples: [
      {
        title: '10% of 40 EUR',
        input: { code: 'WELCOME10', subtotalCents: 4000 },
        output: { code: 'WELCOME10', discountCents: 400, goodsCents: 3600 },
      },
    ],
    handler({ code, subtotalCents }) {
      const coupon = findCoupon(db, code);
      if (!coupon) return notFound('coupon', code);
      const problem = couponProblem(coupon, subtotalCents);
      if (problem) return problem;
      const discountCents = discountOf(coupon, subtotalCents);
      return success(
        { code: coupon.code, discountCents, goodsCents: subtotalCents - discountCents },
        { reasoning: `'${coupon.code}' takes ${formatCents(discountCents)} off.`, confidence: 1 },
      );
    },
  }),

  defineCommand({
    name: 'coupon-disable',
    description: 'Switch off a coupon. Orders that have it keep their discount.',
    tags: ['marketing'],
    aliases: ['stop promotion', 'revoke voucher', 'end campaign'],
    mutation: true,
    executionTime: 'instant',
    errors: ['COUPON_NOT_FOUND'],
    relatedTools: ['coupon-delete'],
    input: z.object({ code }),
    handler({ code }) {
      const coupon = findCoupon(db, code);
      if (!coupon) return notFound('coupon', code);
      const disabledAt = coupon.disabledAt ?? now();
      db.update('coupons', { code: coupon.code }, { disabledAt });
      return success({ ...coupon, disabledAt }, { reasoning: `'${coupon.code}' is off.`, confidence: 1 });
    },
  }),

  defineCommand({
    name: 'coupon-delete',
    description: 'Delete a coupon that was never used. One that was used belongs to the books and is refused.',
    summary: 'Delete a coupon that was never used',
    tags: ['marketing', 'crud'],
    aliases: ['remove voucher'],
    destructive: true,
    mutation: true,
    confirmPrompt: 'This will delete coupon {code}. Continue?',
    executionTime: 'instant',
    errors: ['COUPON_NOT_FOUND', 'COUPON_IN_USE'],
    relatedTools: ['coupon-disable'],
    input: z.object({ code }),
    handler: ({ code }) =>
      db.transaction(() => {
        const coupon = findCoupon(db, code);
        if (!coupon) return notFound('coupon', code);
        const count = 'SELECT count(*) AS orders FROM orders WHERE couponCode = ?';
        const { orders } = db.one<{ orders: number }>(count, coupon.code);
        if (orders > 0) {
          const message = `Coupon '${coupon.code}' is on ${orders} orders.`;
          return refused('COUPON_IN_USE', message, 'Switch it off with coupon-disable instead.', { orders });
        }
        db.run('DELETE FROM coupons WHERE code = ?', coupon.code);
        return success({ code: coupon.code }, { reasoning: `Deleted coupon '${coupon.code}'.`, confidence: 1 });
      }),
  }),
];
