import { SCHEMA } from './schema.ts';
import { seedShop } from './seed-data.ts';
import { type ShopDatabase, SqliteDatabase } from './sqlite-database.ts';

const SCHEMA_VERSION = 1;

/** Opens the shop's database. A new file, or `:memory:`, gets its tables and its seed data first. */
export function openDatabase(path: string): ShopDatabase {
  const db = new SqliteDatabase(path);
  try {
    db.execute('PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000');
    // The version is read inside the transaction: two processes may open a new file at once.
    db.transaction(() => {
      const version = db.one<{ user_version: number }>('PRAGMA user_version').user_version;
      if (version === SCHEMA_VERSION) return;
      if (version !== 0) throw new Error(`'${path}' has schema version ${version}; this shop needs ${SCHEMA_VERSION}.`);
      db.execute(SCHEMA);
      seedShop(db);
      db.execute(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    });
  } catch (error) {
    db.close();
    throw error;
  }
  return db;
}
