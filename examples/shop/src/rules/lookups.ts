import type { Product, User } from '../records.ts';
import type { ShopDatabase } from '../sqlite-database.ts';

/** A deleted account keeps its row for the books, and is not found any more. */
export function findUser(db: ShopDatabase, id: number): User | undefined {
  return db.first<User>('SELECT * FROM users WHERE id = ? AND deletedAt IS NULL', id);
}

export function findProduct(db: ShopDatabase, sku: string): Product | undefined {
  return db.first<Product>('SELECT * FROM products WHERE sku = ?', sku);
}
