import { MailDatabase } from './mail-database.ts';
import { SCHEMA } from './schema.ts';

const SCHEMA_VERSION = 1;

/** Opens the mail's database. A new file, or `:memory:`, gets its tables first. */
export function openDatabase(path: string): MailDatabase {
  const db = new MailDatabase(path);
  try {
    db.execute('PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000');
    // The version is read inside the transaction: two processes may open a new file at once.
    db.transaction(() => {
      const version = db.count('SELECT user_version AS n FROM pragma_user_version');
      if (version === SCHEMA_VERSION) return;
      if (version !== 0) throw new Error(`'${path}' has schema version ${version}; this mail needs ${SCHEMA_VERSION}.`);
      db.execute(SCHEMA);
      db.execute(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    });
  } catch (error) {
    db.close();
    throw error;
  }
  return db;
}
