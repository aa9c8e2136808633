import { type Command, defineCommand, success } from '@foldout/server';
import { z } from 'zod';
import { notFound } from '../failures.ts';
import { lineItem, quantity, sku, text } from '../fields.ts';
import { listPage, pageInput } from '../pagination.ts';
import { STOCK_REASONS, type Stock, type StockMove } from '../records.ts';
import { findStock, type Move, moveStock } from '../rules/stock.ts';
import type { ShopDatabase } from '../sqlite-database.ts';
import { addDays } from '../time.ts';

const stockOutput = z.object({ sku: z.string(), onHand: z.int(), reorderPoint: z.int() });
const DAYS_OBSERVED = 90;

/** Moves stock, by how much depending on what there is, and answers how much there is now. */
function moved(db: ShopDatabase, given: Omit<Move, 'change'>, changeFrom: (onHand: number) => number) {
  return db.transaction(() => {
    const before = findStock(db, given.sku);
    if (!before) return notFound('product', given.sku);
    const move: Move = { ...given, change: changeFrom(before.onHand) };
    const problem = moveStock(db, move);
    if (problem) return problem;
    const stock = { ...before, onHand: before.onHand + move.change };
    const sign = move.change > 0 ? '+' : '';
    const reasoning = `'${move.sku}' changed by ${sign}${move.change} to ${stock.onHand}.`;
    const low = stock.onHand <= stock.reorderPoint && { warnings: [`'${move.sku}' is at or below its reorder point.`] };
    return success(stock, { reasoning, confidence: 1, ...low });
  });
}

export const inventoryCommands = (db: ShopDatabase): Command[] => [
  defineCommand({
    name: 'inventory-get',
    description: 'Get how many pieces of a product are in stock, and its reorder point.',
    tags: ['warehouse'],
    aliases: ['stock level', 'availability', 'how many left'],
    executionTime: 'instant',
    errors: ['PRODUCT_NOT_FOUND'],
    input: z.object({ sku }),
    output: stockOutput,
    handler({ sku }) {
      const stock = findStock(db, sku);
      if (!stock) return notFound('product', sku);
      return success(stock, { reasoning: `${stock.onHand} of '${sku}' are in stock.`, confidence: 1 });
    },
  }),

  defineCommand({
    name: 'inventory-low-stock',
    description:
      'List products at or below their reorder point, the scarcest first. Estimates for how many days the stock ' +
      'lasts, from the sales of the latest 90 days on record.',
    summary: 'List products that need to be reordered',
    tags: ['warehouse', 'report'],
    aliases: ['reorder list', 'running out', 'shortage', 'replenish'],
    executionTime: 'fast',
    relatedTools: ['inventory-receive', 'inventory-set-reorder-point'],
    input: z.object({ limit: z.int().min(1).max(100).default(20) }),
    handler({ limit }) {
      const { latest } = db.one<{ latest: string }>('SELECT max(createdAt) AS latest FROM stockMoves');
      const rows = db.all<Stock & { name: string; sold: number }>(
        `SELECT s.sku, p.name, s.onHand, s.reorderPoint, coalesce(-sum(m.change), 0) AS sold
         FROM stock s JOIN products p USING (sku)
         LEFT JOIN stockMoves m ON m.sku = s.sku AND m.reason = 'sale' AND m.createdAt >= ?
         WHERE s.onHand <= s.reorderPoint AND p.archivedAt IS NULL
         GROUP BY s.sku ORDER BY s.onHand, s.sku LIMIT ?`,
        addDays(latest, -DAYS_OBSERVED),
        limit,
      );
      const products = rows.map(({ sold, ...row }) => {
        return { ...row, daysLeft: sold > 0 ? Math.floor((row.onHand * DAYS_OBSERVED) / sold) : null };
      });
      return success(
        { products, returned: products.length },
        { reasoning: `${products.length} products need reordering; daysLeft is an estimate.`, confidence: 0.8 },
      );
    },
  }),

  defineCommand({
    name: 'inventory-receive',
    description: 'Book a delivery from a supplier: adds pieces of one or more products to stock. All lines or none.',
    summary: 'Book a delivery from a supplier into stock',
    tags: ['warehouse'],
    aliases: ['goods in', 'restock', 'incoming delivery', 'stock up'],
    mutation: true,
    executionTime: 'fast',
    errors: ['PRODUCT_NOT_FOUND'],
    relatedTools: ['inventory-low-stock', 'inventory-history'],
    input: z.object({
      items: z.array(lineItem).min(1).max(100),
      reference: text(100).optional().describe('Number of the delivery note.'),
    }),
    examples: [
      {
        title: 'A delivery of two products',
        input: {
          reference: 'DN-7781',
          items: [
            { sku: 'KIT-001', quantity: 24 },
            { sku: 'KIT-002', quantity: 6 },
          ],
        },
      },
    ],
    handler: ({ items, reference }) =>
      db.transaction(() => {
        for (const { sku, quantity } of items) {
          const problem = moveStock(db, { sku, change: quantity, reason: 'delivery', note: reference });
          if (problem) return problem;
        }
        const pieces = items.reduce((sum, item) => sum + item.quantity, 0);
        const stock = [...new Set(items.map((item) => item.sku))].map((sku) => findStock(db, sku));
        return success({ pieces, stock }, { reasoning: `Took ${pieces} pieces into stock.`, confidence: 1 });
      }),
  }),

  defineCommand({
    name: 'inventory-write-off',
    description: 'Take pieces out of stock that are damaged, stolen or lost.',
    tags: ['warehouse'],
    aliases: ['shrinkage', 'broken goods', 'scrap', 'loss'],
    mutation: true,
    executionTime: 'instant',
    errors: ['PRODUCT_NOT_FOUND', 'INSUFFICIENT_STOCK'],
    relatedTools: ['inventory-count'],
    input: z.object({ sku, quantity, reason: z.enum(['damage', 'theft']), note: text(200).optional() }),
    output: stockOutput,
    handler: ({ quantity, ...rest }) => moved(db, rest, () => -quantity),
  }),

  defineCommand({
    name: 'inventory-count',
    description: 'Record a stocktake: sets the stock of a product to what was counted and books the difference.',
    summary: 'Set the stock of a product to what was counted',
    tags: ['warehouse'],
    aliases: ['stocktake', 'physical inventory', 'correct stock'],
    mutation: true,
    executionTime: 'instant',
    errors: ['PRODUCT_NOT_FOUND'],
    relatedTools: ['inventory-write-off', 'inventory-history'],
    input: z.object({ sku, counted: z.int().min(0).max(1_000_000), note: text(200).optional() }),
    output: stockOutput,
    handler: ({ counted, ...rest }) => moved(db, { ...rest, reason: 'count' }, (onHand) => counted - onHand),
  }),

  defineCommand({
    name: 'inventory-set-reorder-point',
    description: 'Set the number of pieces at which a product should be reordered.',
    tags: ['warehouse'],
    aliases: ['minimum stock', 'safety stock', 'restock threshold'],
    mutation: true,
    executionTime: 'instant',
    errors: ['PRODUCT_NOT_FOUND'],
    relatedTools: ['inventory-low-stock'],
    input: z.object({ sku, reorderPoint: z.int().min(0).max(100_000) }),
    output: stockOutput,
    handler({ sku, reorderPoint }) {
      const stock = findStock(db, sku);
      if (!stock) return notFound('product', sku);
      db.update('stock', { sku }, { reorderPoint });
      const reasoning = `'${sku}' is to be reordered at ${reorderPoint}; it was ${stock.reorderPoint}.`;
      return success({ ...stock, reorderPoint }, { reasoning, confidence: 1 });
    },
  }),

  defineCommand({
    name: 'inventory-history',
    description: 'List the movements of stock, newest first: sales, deliveries, returns, losses and counts.',
    summary: 'List the movements of stock, newest first',
    tags: ['warehouse', 'audit'],
    aliases: ['stock movements', 'stock ledger', 'why did stock change'],
    executionTime: 'fast',
    input: z.object({ sku: sku.optional(), reason: z.enum(STOCK_REASONS).optional(), ...pageInput }),
    handler: ({ sku, reason, ...page }) =>
      listPage<StockMove>(
        db,
        {
          of: 'moves',
          columns: 'sku, change, reason, note, createdAt',
          from: 'stockMoves',
          orderBy: 'createdAt DESC, id DESC',
          where: [
            ['sku = ?', sku],
            ['reason = ?', reason],
          ],
        },
        page,
      ),
  }),
];
