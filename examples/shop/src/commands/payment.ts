import { type Command, defineCommand, success } from '@foldout/server';
import { z } from 'zod';
import { notFound, refused } from '../failures.ts';
import { cents, text } from '../fields.ts';
import { formatCents } from '../money.ts';
import { listPage, pageInput } from '../pagination.ts';
import { PAYMENT_METHODS, type Payment, type Refund } from '../records.ts';
import { balanceOf } from '../rules/order-balance.ts';
import { findOrder } from '../rules/order-records.ts';
import type { ShopDatabase } from '../sqlite-database.ts';
import { now } from '../time.ts';

const balanceOutput = z.object({
  orderId: z.string(),
  totalCents: z.int(),
  paidCents: z.int(),
  refundedCents: z.int(),
  dueCents: z.int(),
  creditCents: z.int(),
});

const amountCents = cents.min(1);

function findPayment(db: ShopDatabase, id: string): Payment | undefined {
  return db.first<Payment>('SELECT * FROM payments WHERE id = ?', id);
}

function refundsOf(db: ShopDatabase, paymentId: string): Refund[] {
  return db.all<Refund>('SELECT * FROM refunds WHERE paymentId = ? ORDER BY createdAt, id', paymentId);
}

export const paymentCommands = (db: ShopDatabase): Command[] => [
  defineCommand({
    name: 'payment-record',
    description: 'Record a payment for an order, in full or in part. An order that is paid in full can be shipped.',
    summary: 'Record a payment for an order',
    tags: ['billing'],
    aliases: ['charge', 'pay', 'capture money', 'customer paid'],
    mutation: true,
    executionTime: 'fast',
    errors: ['ORDER_NOT_FOUND', 'ORDER_NOT_PAYABLE', 'PAYMENT_EXCEEDS_DUE'],
    relatedTools: ['payment-balance', 'shipment-create'],
    input: z.object({
      orderId: z.string(),
      method: z.enum(PAYMENT_METHODS),
      amountCents: amountCents.optional().describe('All that is due when left out.'),
    }),
    output: z.object({ paymentId: z.string().nullable(), amountCents: z.int(), balance: balanceOutput }),
    examples: [{ title: 'All that is due, by card', input: { orderId: 'ord-1420', method: 'card' } }],
    handler: ({ orderId, method, amountCents }) =>
      db.transaction(() => {
        const order = findOrder(db, orderId);
        if (!order) return notFound('order', orderId);
        const { dueCents } = balanceOf(db, order);
        if (order.status !== 'pending') {
          const next = 'Call payment-balance to see what was paid.';
          return refused('ORDER_NOT_PAYABLE', `Order '${orderId}' is ${order.status}; nothing is to be paid.`, next);
        }
        const paid = amountCents ?? dueCents;
        if (paid > dueCents) {
          return refused(
            'PAYMENT_EXCEEDS_DUE',
            `Order '${orderId}' has ${formatCents(dueCents)} due; ${formatCents(paid)} are too much.`,
            `Record at most ${dueCents} cents.`,
            { dueCents },
          );
        }
        // An order that costs nothing becomes paid without a payment.
        const paymentId = paid > 0 ? db.nextId('pay') : null;
        if (paymentId) db.insert('payments', { id: paymentId, orderId, method, amountCents: paid, createdAt: now() });
        if (paid === dueCents) db.update('orders', { id: orderId }, { status: 'paid' });
        const left = paid === dueCents ? 'it is paid in full' : `${formatCents(dueCents - paid)} are left`;
        return success(
          { paymentId, amountCents: paid, balance: balanceOf(db, order) },
          { reasoning: `Recorded ${formatCents(paid)} for order ${orderId}; ${left}.`, confidence: 1 },
        );
      }),
  }),

  defineCommand({
    name: 'payment-get',
    description: 'Get one payment with its refunds.',
    tags: ['billing'],
    aliases: ['show payment', 'transaction details'],
    executionTime: 'instant',
    errors: ['PAYMENT_NOT_FOUND'],
    input: z.object({ paymentId: z.string() }),
    handler({ paymentId }) {
      const payment = findPayment(db, paymentId);
      if (!payment) return notFound('payment', paymentId);
      const refunds = refundsOf(db, paymentId);
      const reasoning = `Payment ${paymentId} of ${formatCents(payment.amountCents)} has ${refunds.length} refunds.`;
      return success({ ...payment, refunds }, { reasoning, confidence: 1 });
    },
  }),

  defineCommand({
    name: 'payment-list',
    description: 'List payments, newest first, by order or method.',
    tags: ['billing'],
    aliases: ['transactions', 'money received', 'incoming payments'],
    executionTime: 'fast',
    input: z.object({ orderId: z.string().optional(), method: z.enum(PAYMENT_METHODS).optional(), ...pageInput }),
    handler: ({ orderId, method, ...page }) =>
      listPage<Payment>(
        db,
        {
          of: 'payments',
          from: 'payments',
          orderBy: 'createdAt DESC, id DESC',
          where: [
            ['orderId = ?', orderId],
            ['method = ?', method],
          ],
        },
        page,
      ),
  }),

  defineCommand({
    name: 'payment-refund',
    description:
      'Pay money back to the customer, in full or in part. All refunds of a payment together cannot exceed what was ' +
      'paid. Money that has left cannot be called back.',
    summary: 'Pay back a payment, in full or in part',
    tags: ['billing', 'admin'],
    aliases: ['money back', 'reimburse', 'chargeback', 'return money'],
    destructive: true,
    mutation: true,
    confirmPrompt: 'This will pay back money of payment {paymentId}. Continue?',
    executionTime: 'fast',
    errors: ['PAYMENT_NOT_FOUND', 'REFUND_EXCEEDS_PAYMENT'],
    relatedTools: ['payment-list', 'payment-balance', 'shipment-return'],
    input: z.object({
      paymentId: z.string(),
      amountCents: amountCents.optional().describe('All that is left of the payment when left out.'),
      reason: text(200),
    }),
    examples: [{ title: 'Part of a payment', input: { paymentId: 'pay-1001', amountCents: 500, reason: 'Scratched' } }],
    handler: ({ paymentId, amountCents, reason }) =>
      db.transaction(() => {
        const payment = findPayment(db, paymentId);
        if (!payment) return notFound('payment', paymentId);
        const before = refundsOf(db, paymentId).reduce((sum, refund) => sum + refund.amountCents, 0);
        const left = payment.amountCents - before;
        const wanted = amountCents ?? left;
        if (wanted > left || left === 0) {
          return refused(
            'REFUND_EXCEEDS_PAYMENT',
            `Payment '${paymentId}' has ${formatCents(left)} left to refund; ${formatCents(wanted)} were asked for.`,
            left === 0 ? 'It was paid back in full; payment-get shows how.' : `Refund at most ${left} cents.`,
            { paidCents: payment.amountCents, refundedCents: before, leftCents: left },
          );
        }
        const refund = { id: db.nextId('ref'), paymentId, amountCents: wanted, reason, createdAt: now() };
        db.insert('refunds', refund);
        const reasoning = `Paid back ${formatCents(wanted)}; ${formatCents(left - wanted)} of the payment are left.`;
        return success({ ...refund, leftCents: left - wanted }, { reasoning, confidence: 1 });
      }),
  }),

  defineCommand({
    name: 'payment-balance',
    description: 'Get what an order costs, what was paid and refunded, and what is due or in credit.',
    summary: 'Get what is due, paid and refunded for an order',
    tags: ['billing'],
    aliases: ['outstanding amount', 'amount owed', 'unpaid', 'overpaid'],
    executionTime: 'instant',
    errors: ['ORDER_NOT_FOUND'],
    relatedTools: ['payment-record', 'payment-refund'],
    input: z.object({ orderId: z.string() }),
    output: balanceOutput,
    handler({ orderId }) {
      const order = findOrder(db, orderId);
      if (!order) return notFound('order', orderId);
      const balance = balanceOf(db, order);
      const { dueCents, creditCents } = balance;
      const reasoning = `${formatCents(dueCents)} due, ${formatCents(creditCents)} in credit.`;
      return success(balance, { reasoning, confidence: 1 });
    },
  }),
];
