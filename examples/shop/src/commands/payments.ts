import { z } from 'zod';
import { cents, pageInput, text } from '../fields.ts';
import { found, is, newest, page } from '../rows.ts';
import { METHODS, type Payment, type Shop } from '../shop.ts';
import { destroy, Refusal, read, write } from '../shop-command.ts';

const refundedOf = ({ refunds }: Payment): number => refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);

/** Total, paid, refunded and open amount of an order. */
export function balanceOf(shop: Shop, orderId: string) {
  const { totalCents } = found(shop.orders, 'order', orderId);
  const payments = newest(shop.payments, (payment) => payment.orderId === orderId);
  const paidCents = payments.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const refundedCents = payments.reduce((sum, payment) => sum + refundedOf(payment), 0);
  return { orderId, totalCents, paidCents, refundedCents, dueCents: totalCents - paidCents + refundedCents };
}

export const paymentCommands = (shop: Shop) => {
  const orderId = z.string().min(1);
  const paymentId = z.string().min(1);
  const method = z.enum(METHODS);

  return [
    write(
      'payment-record',
      'Record a payment for an order, in full or in part. An order that is paid in full can be shipped.',
      { orderId, method, amountCents: cents.min(1).optional() },
      ({ orderId, method, amountCents }) => {
        const order = found(shop.orders, 'order', orderId);
        const { dueCents } = balanceOf(shop, orderId);
        const amount = amountCents ?? dueCents;
        if (order.status !== 'pending') {
          throw new Refusal('ORDER_NOT_PAYABLE', `Order '${orderId}' is ${order.status}.`, 'Call payment-balance.');
        }
        if (amount > dueCents) {
          throw new Refusal(
            'PAYMENT_EXCEEDS_DUE',
            `Only ${dueCents} cents are due.`,
            'Leave out amountCents to pay all.',
          );
        }
        const id = shop.nextId('pay');
        const paidAt = new Date().toISOString();
        const added: Payment = { id, orderId, method, amountCents: amount, refunds: [], paidAt };
        shop.payments.set(id, added);
        if (amount === dueCents) order.status = 'paid';
        return added;
      },
    ),
    read('payment-get', 'Get one payment with its refunds.', { paymentId }, ({ paymentId }) =>
      found(shop.payments, 'payment', paymentId),
    ),
    read(
      'payment-list',
      'List payments, newest first, by order or method.',
      { orderId: orderId.optional(), method: method.optional(), ...pageInput },
      ({ orderId, method, ...where }) =>
        page(
          'payments',
          newest(shop.payments, (one) => is(orderId, one.orderId) && is(method, one.method)),
          where,
        ),
    ),
    destroy(
      'payment-refund',
      'Pay money back to the customer, in full or in part. All refunds of a payment together cannot exceed what ' +
        'was paid. Money that has left cannot be called back.',
      { paymentId, amountCents: cents.min(1).optional(), reason: text(500) },
      ({ paymentId, amountCents, reason }) => {
        const payment = found(shop.payments, 'payment', paymentId);
        const left = payment.amountCents - refundedOf(payment);
        const amount = amountCents ?? left;
        if (amount > left || left === 0) {
          throw new Refusal('REFUND_EXCEEDS_PAYMENT', `Only ${left} cents can be paid back.`, 'Call payment-get.');
        }
        payment.refunds.push({ amountCents: amount, reason });
        return payment;
      },
      {
        aliases: ['money back', 'reimburse', 'chargeback', 'return money'],
        confirmPrompt: 'This will pay back money of payment {paymentId}. Continue?',
        examples: [
          { title: 'Part of a payment', input: { paymentId: 'pay-1001', amountCents: 500, reason: 'Scratched' } },
        ],
      },
    ),
    read(
      'payment-balance',
      'Get what an order costs, what was paid and refunded, and what is due or in credit.',
      { orderId },
      ({ orderId }) => balanceOf(shop, orderId),
    ),
  ];
};
