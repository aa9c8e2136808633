import { z } from 'zod';
import { lineItems, pageInput, quantity, sku, text } from '../fields.ts';
import { found, is, page } from '../rows.ts';
import { MOVE_REASONS, type Product, type Shop, type StockMove } from '../shop.ts';
import { Refusal, read, write } from '../shop-command.ts';

/** Changes the stock of a product and logs the reason. */
export function moveStock(
  shop: Shop,
  sku: string,
  change: number,
  reason: StockMove['reason'],
  note: string | null,
): void {
  found(shop.products, 'product', sku).inStock += change;
  shop.stockMoves.push({ sku, change, reason, note });
}

const stockOf = ({ sku, inStock, reorderPoint }: Product) => ({ sku, inStock, reorderPoint });

export const inventoryCommands = (shop: Shop) => {
  const product = (id: string): Product => found(shop.products, 'product', id);
  const note = text(500).optional();

  return [
    read('inventory-get', 'Get how many pieces of a product are in stock, and its reorder point.', { sku }, ({ sku }) =>
      stockOf(product(sku)),
    ),
    read(
      'inventory-low-stock',
      'List products at or below their reorder point, the scarcest first.',
      { limit: pageInput.limit },
      (where) => {
        const low = [...shop.products.values()].filter((one) => !one.archived && one.inStock <= one.reorderPoint);
        return page(
          'products',
          low.map(stockOf).sort((a, b) => a.inStock - b.inStock),
          where,
        );
      },
      { aliases: ['reorder list', 'running out', 'shortage', 'replenish'] },
    ),
    write(
      'inventory-receive',
      'Book a delivery from a supplier: adds pieces of one or more products to stock. All lines or none.',
      { items: lineItems, reference: text(80).optional() },
      ({ items, reference = null }) => {
        for (const { sku } of items) product(sku);
        for (const { sku, quantity } of items) moveStock(shop, sku, quantity, 'delivery', reference);
        return { products: items.map(({ sku }) => stockOf(product(sku))) };
      },
    ),
    write(
      'inventory-write-off',
      'Take pieces out of stock that are damaged, stolen or lost.',
      { sku, quantity, reason: z.enum(['damage', 'theft']), note },
      ({ sku, quantity, reason, note = null }) => {
        const { inStock } = product(sku);
        if (quantity > inStock) {
          throw new Refusal('INSUFFICIENT_STOCK', `Only ${inStock} pieces are in stock.`, 'Call inventory-count.');
        }
        moveStock(shop, sku, -quantity, reason, note);
        return stockOf(product(sku));
      },
    ),
    write(
      'inventory-count',
      'Record a stocktake: sets the stock of a product to what was counted and books the difference.',
      { sku, counted: z.int().min(0).max(1_000_000), note },
      ({ sku, counted, note = null }) => {
        const difference = counted - product(sku).inStock;
        moveStock(shop, sku, difference, 'count', note);
        return { ...stockOf(product(sku)), difference };
      },
    ),
    write(
      'inventory-set-reorder-point',
      'Set the number of pieces at which a product should be reordered.',
      { sku, reorderPoint: z.int().min(0).max(1_000_000) },
      ({ sku, reorderPoint }) => stockOf(Object.assign(product(sku), { reorderPoint })),
    ),
    read(
      'inventory-history',
      'List the movements of stock, newest first: sales, deliveries, returns, losses and counts.',
      { sku: sku.optional(), reason: z.enum(MOVE_REASONS).optional(), ...pageInput },
      ({ sku, reason, ...where }) => {
        const moves = shop.stockMoves.filter((move) => is(sku, move.sku) && is(reason, move.reason));
        return page('moves', moves.toReversed(), where);
      },
    ),
  ];
};
