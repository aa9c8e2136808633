import { setImmediate } from 'node:timers/promises';
import { type Command, defineCommand, failure, success } from '@foldout/server';
import { z } from 'zod';
import { formatCents } from '../money.ts';
import type { Order } from '../records.ts';
import { balanceOf } from '../rules/order-balance.ts';
import { subtotalOf } from '../rules/order-pricing.ts';
import type { ShopDatabase } from '../sqlite-database.ts';

interface Finding {
  readonly orderId: string;
  readonly problem: string;
}

/** The audit of the books. It takes its time, so it works in batches, tells how far it is and can be stopped. */
export const reconcileCommand = (db: ShopDatabase): Command =>
  defineCommand({
    name: 'report-reconcile',
    description:
      'Check the books: goes through every order and compares its totals with its items, and its status with the ' +
      'payments and refunds. Reports progress, and can be stopped at any time.',
    summary: 'Check every order against its items, payments and refunds',
    tags: ['report', 'billing', 'audit'],
    aliases: ['audit', 'find accounting errors', 'verify books', 'consistency check'],
    executionTime: 'long-running',
    relatedTools: ['payment-balance', 'order-get'],
    input: z.object({
      batchSize: z.int().min(1).max(1000).default(50).describe('Orders between two progress reports.'),
    }),
    output: z.object({
      checked: z.int(),
      findings: z.array(z.object({ orderId: z.string(), problem: z.string() })),
    }),
    async handler({ batchSize }, context) {
      const { total } = db.one<{ total: number }>('SELECT count(*) AS total FROM orders');
      const findings: Finding[] = [];
      let checked = 0;
      let last = '';
      for (;;) {
        if (context.signal.aborted) {
          return failure({
            code: 'CANCELLED',
            message: `Stopped after ${checked} of ${total} orders.`,
            suggestion: 'Call report-reconcile again to start over.',
            details: { checked, total },
          });
        }
        const batch = db.all<Order>('SELECT * FROM orders WHERE id > ? ORDER BY id LIMIT ?', last, batchSize);
        const end = batch.at(-1);
        if (!end) break;
        last = end.id;
        checked += batch.length;
        findings.push(...batch.flatMap((order) => inspect(db, order)));
        context.reportProgress({ progress: checked, total, message: `${findings.length} findings` });
        // Lets other calls, and the one that stops this, come in between.
        await setImmediate();
      }
      const reasoning = `Checked ${checked} orders: ${findings.length || 'no'} findings.`;
      return success({ checked, findings }, { reasoning, confidence: 1 });
    },
  });

function inspect(db: ShopDatabase, order: Order): Finding[] {
  const { id: orderId, status, subtotalCents, discountCents, shippingCents, totalCents } = order;
  const { dueCents, creditCents } = balanceOf(db, order);
  const itemsCents = subtotalOf(db, orderId);
  const problems: string[] = [];
  if (itemsCents !== subtotalCents) {
    problems.push(`Items cost ${formatCents(itemsCents)}; the order says ${formatCents(subtotalCents)}.`);
  }
  if (subtotalCents - discountCents + shippingCents !== totalCents) problems.push('The total does not add up.');
  if (dueCents > 0 && status !== 'pending') problems.push(`It is ${status} and ${formatCents(dueCents)} are due.`);
  if (creditCents > 0) problems.push(`It is ${status} and ${formatCents(creditCents)} are to be paid back.`);
  return problems.map((problem) => ({ orderId, problem }));
}
