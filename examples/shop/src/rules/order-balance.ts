import type { Order } from '../records.ts';
import type { ShopDatabase } from '../sqlite-database.ts';

export interface OrderBalance {
  readonly orderId: string;
  readonly totalCents: number;
  readonly paidCents: number;
  readonly refundedCents: number;
  /** What the customer still owes. */
  readonly dueCents: number;
  /** What the shop holds beyond what the order costs now. */
  readonly creditCents: number;
}

/** An order called off, or sent back, costs nothing any more. */
export function balanceOf(db: ShopDatabase, { id, status, totalCents: price }: Order): OrderBalance {
  const { paidCents } = db.one<{ paidCents: number }>(
    'SELECT coalesce(sum(amountCents), 0) AS paidCents FROM payments WHERE orderId = ?',
    id,
  );
  const { refundedCents } = db.one<{ refundedCents: number }>(
    `SELECT coalesce(sum(r.amountCents), 0) AS refundedCents
     FROM refunds r JOIN payments p ON p.id = r.paymentId WHERE p.orderId = ?`,
    id,
  );
  const totalCents = status === 'cancelled' || status === 'returned' ? 0 : price;
  const kept = paidCents - refundedCents;
  return {
    orderId: id,
    totalCents,
    paidCents,
    refundedCents,
    dueCents: Math.max(0, totalCents - kept),
    creditCents: Math.max(0, kept - totalCents),
  };
}
