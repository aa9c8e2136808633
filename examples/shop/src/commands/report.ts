import { type Command, defineCommand, success } from '@foldout/server';
import { z } from 'zod';
import { period } from '../fields.ts';
import { formatCents } from '../money.ts';
import { DEPARTMENTS } from '../records.ts';
import { readSetting } from '../settings.ts';
import type { ShopDatabase } from '../sqlite-database.ts';
import { endOfDay } from '../time.ts';

const top = z.int().min(1).max(100).default(10);

const BUCKETS = { day: '%Y-%m-%d', week: '%Y-W%W', month: '%Y-%m' } as const;

/** Orders that count as sold: placed in the period, neither given up nor sent back. */
const SOLD = "o.status NOT IN ('cancelled', 'returned') AND o.placedAt BETWEEN ? AND ?";

function bounds({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  return [from ?? '0000-01-01', endOfDay(to ?? '9999-12-31')] as const;
}

export const reportCommands = (db: ShopDatabase): Command[] => [
  defineCommand({
    name: 'report-sales',
    description: 'Report orders and revenue of a period by day, week or month.',
    tags: ['report', 'sales'],
    aliases: ['turnover', 'income', 'how much did we sell', 'revenue over time'],
    executionTime: 'fast',
    relatedTools: ['report-top-products', 'order-list'],
    input: z.object({ ...period, by: z.enum(['day', 'week', 'month']).default('month') }),
    output: z.object({
      rows: z.array(z.object({ period: z.string(), orders: z.int(), revenueCents: z.int(), discountCents: z.int() })),
      orders: z.int(),
      revenueCents: z.int(),
    }),
    examples: [{ title: 'Spring by week', input: { from: '2025-03-01', to: '2025-05-31', by: 'week' } }],
    handler({ by, ...period }) {
      const rows = db.all<{ period: string; orders: number; revenueCents: number; discountCents: number }>(
        `SELECT strftime(?, o.placedAt) AS period, count(*) AS orders,
           sum(o.totalCents) AS revenueCents, sum(o.discountCents) AS discountCents
         FROM orders o WHERE ${SOLD} GROUP BY 1 ORDER BY 1`,
        BUCKETS[by],
        ...bounds(period),
      );
      const orders = rows.reduce((sum, row) => sum + row.orders, 0);
      const revenueCents = rows.reduce((sum, row) => sum + row.revenueCents, 0);
      const reasoning = `${orders} orders brought ${formatCents(revenueCents)}.`;
      return success({ rows, orders, revenueCents }, { reasoning, confidence: 1 });
    },
  }),

  defineCommand({
    name: 'report-top-products',
    description: 'Report the products that sold best in a period, by pieces or by revenue.',
    tags: ['report', 'sales', 'catalog'],
    aliases: ['bestsellers', 'most sold', 'popular products'],
    executionTime: 'fast',
    input: z.object({
      ...period,
      department: z.enum(DEPARTMENTS).optional(),
      by: z.enum(['pieces', 'revenue']).default('revenue'),
      limit: top,
    }),
    handler({ department, by, limit, ...period }) {
      const products = db.all<{ sku: string; name: string; pieces: number; revenueCents: number }>(
        `SELECT p.sku, p.name, sum(i.quantity) AS pieces, sum(i.quantity * i.unitPriceCents) AS revenueCents
         FROM orderItems i JOIN orders o ON o.id = i.orderId JOIN products p USING (sku)
         WHERE ${SOLD} AND p.department = coalesce(?, p.department)
         GROUP BY p.sku ORDER BY CASE ? WHEN 'pieces' THEN pieces ELSE revenueCents END DESC, p.sku LIMIT ?`,
        ...bounds(period),
        department ?? null,
        by,
        limit,
      );
      const reasoning = products[0] ? `'${products[0].name}' sold best.` : 'Nothing was sold in this period.';
      return success({ products }, { reasoning, confidence: 1 });
    },
  }),

  defineCommand({
    name: 'report-top-customers',
    description: 'Report the customers who spent most in a period.',
    tags: ['report', 'customer'],
    aliases: ['best customers', 'vip', 'biggest spenders', 'loyal customers'],
    executionTime: 'fast',
    relatedTools: ['user-get'],
    input: z.object({ ...period, limit: top }),
    handler({ limit, ...period }) {
      const customers = db.all<{ userId: number; name: string; orders: number; spentCents: number }>(
        `SELECT u.id AS userId, u.name, count(*) AS orders, sum(o.totalCents) AS spentCents
         FROM orders o JOIN users u ON u.id = o.userId
         WHERE ${SOLD} GROUP BY u.id ORDER BY spentCents DESC, u.id LIMIT ?`,
        ...bounds(period),
        limit,
      );
      const best = customers[0];
      const reasoning = best ? `${best.name} spent most: ${formatCents(best.spentCents)}.` : 'Nobody bought anything.';
      return success({ customers }, { reasoning, confidence: 1 });
    },
  }),

  defineCommand({
    name: 'report-stock-value',
    description: 'Report what the goods in stock would sell for, by department.',
    tags: ['report', 'warehouse'],
    aliases: ['inventory valuation', 'worth of stock', 'capital tied up'],
    executionTime: 'fast',
    relatedTools: ['inventory-low-stock'],
    handler() {
      const departments = db.all<{ department: string; pieces: number; valueCents: number }>(
        `SELECT p.department, sum(s.onHand) AS pieces, sum(s.onHand * p.priceCents) AS valueCents
         FROM stock s JOIN products p USING (sku) GROUP BY p.department ORDER BY valueCents DESC`,
      );
      const valueCents = departments.reduce((sum, row) => sum + row.valueCents, 0);
      const reasoning = `Stock would sell for ${formatCents(valueCents)}.`;
      return success({ departments, valueCents }, { reasoning, confidence: 1 });
    },
  }),

  defineCommand({
    name: 'report-tax',
    description:
      'Report the tax contained in the sales of a period, by country. Switched off: it takes one rate ' +
      '(tax.rate-percent) for all countries, which does not hold for sales abroad.',
    summary: 'Report the tax contained in sales, by country',
    tags: ['report', 'billing'],
    aliases: ['vat return', 'sales tax'],
    enabled: false,
    executionTime: 'fast',
    input: z.object(period),
    handler(period) {
      const rate = readSetting(db, 'tax.rate-percent');
      const countries = db
        .all<{ country: string; revenueCents: number }>(
          `SELECT json_extract(o.address, '$.country') AS country, sum(o.totalCents) AS revenueCents
           FROM orders o WHERE ${SOLD} GROUP BY 1 ORDER BY 1`,
          ...bounds(period),
        )
        .map((row) => ({ ...row, taxCents: Math.round((row.revenueCents * rate) / (100 + rate)) }));
      return success({ rate, countries }, { reasoning: `At ${rate}% for every country.`, confidence: 0.5 });
    },
  }),
];
