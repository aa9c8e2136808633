import type { CommandFailure } from '@foldout/server';
import { notFound, refused } from '../failures.ts';
import type { Stock, StockReason } from '../records.ts';
import type { ShopDatabase } from '../sqlite-database.ts';
import { now } from '../time.ts';

export interface Move {
  readonly sku: string;
  readonly change: number;
  readonly reason: StockReason;
  readonly note?: string | undefined;
  readonly at?: string;
}

export function findStock(db: ShopDatabase, sku: string): Stock | undefined {
  return db.first<Stock>('SELECT * FROM stock WHERE sku = ?', sku);
}

/** The only way that stock changes: never below zero, and every move leaves a trace. */
export function moveStock(db: ShopDatabase, { sku, change, reason, note, at }: Move): CommandFailure | undefined {
  const stock = findStock(db, sku);
  if (!stock) return notFound('product', sku);
  const onHand = stock.onHand + change;
  if (onHand < 0) {
    return refused(
      'INSUFFICIENT_STOCK',
      `Only ${stock.onHand} of '${sku}' are in stock; ${-change} are needed.`,
      `Ask for at most ${stock.onHand}, or book a delivery with inventory-receive first.`,
      { sku, onHand: stock.onHand, needed: -change },
    );
  }
  db.update('stock', { sku }, { onHand });
  db.insert('stockMoves', { sku, change, reason, note: note ?? null, createdAt: at ?? now() });
  return undefined;
}
