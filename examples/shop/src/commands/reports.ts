import { z } from 'zod';
import { period } from '../fields.ts';
import { newest, within } from '../rows.ts';
import { DEPARTMENTS, type Order, type Shop, setting } from '../shop.ts';
import { Refusal, read } from '../shop-command.ts';
import { balanceOf } from './payments.ts';

/** Sums by key, the largest first. */
function ranked(sums: ReadonlyMap<string | number, number>, limit = Infinity) {
  const rows = [...sums].map(([key, amount]) => ({ key, amount }));
  return rows.sort((a, b) => b.amount - a.amount).slice(0, limit);
}

export const reportCommands = (shop: Shop) => {
  const limit = z.int().min(1).max(100).default(10);
  const add = <Key>(sums: Map<Key, number>, key: Key, amount: number) => sums.set(key, (sums.get(key) ?? 0) + amount);
  const sold = (range: { from?: string | undefined; to?: string | undefined }): Order[] => {
    const inPeriod = within(range);
    return newest(shop.orders, (one) => !/cancelled|returned|pending/.test(one.status) && inPeriod(one.createdAt));
  };

  return [
    read(
      'report-sales',
      'Report orders and revenue of a period by day, week or month.',
      { ...period, by: z.enum(['day', 'week', 'month']).default('month') },
      ({ by, ...range }) => {
        const revenue = new Map<string, number>();
        const orders = sold(range).reverse();
        for (const { createdAt, totalCents } of orders) add(revenue, startOf(createdAt, by), totalCents);
        return {
          orders: orders.length,
          periods: [...revenue].map(([start, revenueCents]) => ({ start, revenueCents })),
        };
      },
    ),
    read(
      'report-top-products',
      'Report the products that sold best in a period, by pieces or by revenue.',
      {
        ...period,
        department: z.enum(DEPARTMENTS).optional(),
        by: z.enum(['pieces', 'revenue']).default('revenue'),
        limit,
      },
      ({ department, by, limit, ...range }) => {
        const sums = new Map<string, number>();
        for (const { sku, quantity, priceCents } of sold(range).flatMap(({ items }) => items)) {
          if (department && shop.products.get(sku)?.department !== department) continue;
          add(sums, sku, by === 'pieces' ? quantity : quantity * priceCents);
        }
        return { by, products: ranked(sums, limit) };
      },
    ),
    read(
      'report-top-customers',
      'Report the customers who spent most in a period.',
      { ...period, limit },
      ({ limit, ...range }) => {
        const sums = new Map<number, number>();
        for (const { userId, totalCents } of sold(range)) add(sums, userId, totalCents);
        return { customers: ranked(sums, limit) };
      },
      { aliases: ['best customers', 'vip', 'biggest spenders', 'loyal customers'] },
    ),
    read(
      'report-stock-value',
      'Report what the goods in stock would sell for, by department.',
      {},
      () => {
        const sums = new Map<string, number>();
        for (const { department, inStock, priceCents } of shop.products.values()) {
          add(sums, department, inStock * priceCents);
        }
        return { departments: ranked(sums) };
      },
      { aliases: ['inventory valuation', 'worth of stock', 'capital tied up'] },
    ),
    read(
      'report-tax',
      'Report the tax contained in the sales of a period, by country. Switched off: it takes one rate ' +
        '(tax.rate-percent) for all countries, which does not hold for sales abroad.',
      period,
      (range) => {
        const rate = Number(setting(shop, 'tax.rate-percent'));
        const sums = new Map<string, number>();
        for (const { address, totalCents } of sold(range))
          add(sums, address.country, (totalCents * rate) / (100 + rate));
        return { countries: ranked(sums) };
      },
      { enabled: false },
    ),
    read(
      'report-reconcile',
      'Check the books: goes through every order and compares its totals with its items, and its status with the ' +
        'payments and refunds. Reports progress, and can be stopped at any time.',
      { batchSize: z.int().min(1).max(500).default(50) },
      async ({ batchSize }, { signal, reportProgress }) => {
        const orders = [...shop.orders.values()];
        const findings: { orderId: string; finding: string }[] = [];
        for (const [index, order] of orders.entries()) {
          if (index % batchSize === 0) {
            reportProgress({ progress: index, total: orders.length, message: `${index} of ${orders.length} orders` });
            // Yields to the event loop, so that a cancellation can arrive between two batches.
            await new Promise((resolve) => setImmediate(resolve));
            if (signal.aborted) throw new Refusal('CANCELLED', `Stopped after ${index} orders.`, 'Call it again.');
          }
          const finding = findingOf(shop, order);
          if (finding) findings.push({ orderId: order.id, finding });
        }
        return { checked: orders.length, findings };
      },
    ),
  ];
};

function findingOf(shop: Shop, { id, items, discountCents, shippingCents, totalCents, status }: Order) {
  const goods = items.reduce((sum, { quantity, priceCents }) => sum + quantity * priceCents, 0);
  if (goods - discountCents + shippingCents !== totalCents) return 'the total is not the sum of its parts';
  const isOpen = status === 'pending' || status === 'cancelled' || status === 'returned';
  if (!isOpen && balanceOf(shop, id).dueCents > 0) return `it is ${status} and not paid`;
  return undefined;
}

function startOf(time: string, by: 'day' | 'week' | 'month'): string {
  if (by === 'month') return time.slice(0, 7);
  const date = new Date(`${time.slice(0, 10)}T00:00:00Z`);
  if (by === 'week') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}
