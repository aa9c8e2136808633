import { AUDIT_TABLES } from './audit-table.ts';
import { ASK_TABLES } from './postgres-asks.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import { DOCUMENT_TABLES } from './postgres-documents.ts';
import { MAIL_TABLES } from './postgres-mail.ts';
import { QUOTA_TABLES } from './postgres-quotas.ts';
import { SCRIPT_TABLES } from './postgres-scripts.ts';
import { TICKET_TABLES } from './postgres-tickets.ts';

/** Key of the advisory lock; all gateways must use the same. */
const LOCK = 0x666f6c64;
const TOO_NEW = 'FD001';

/** Migrations. Each runs once, in order. Never change a released one: add another. */
const STEPS: readonly string[] = [
  `CREATE TABLE foldout.approvals (
     server text NOT NULL,
     tool text NOT NULL,
     hash text NOT NULL,
     at bigint NOT NULL,
     by text NOT NULL,
     PRIMARY KEY (server, tool)
   );
   CREATE TABLE foldout.credentials (
     key text PRIMARY KEY,
     value text NOT NULL,
     updated_at timestamptz NOT NULL DEFAULT now()
   );
   CREATE TABLE foldout.sessions (
     id text PRIMARY KEY,
     opening text NOT NULL,
     principal text,
     last_used timestamptz NOT NULL DEFAULT now()
   );
   CREATE INDEX sessions_last_used ON foldout.sessions (last_used);`,
];

/**
 * Tables that were added later and that older gateways do not need. The version stays the same, so that a gateway of an
 * older version can still open the database while replicas are updated one by one.
 */
const ADDED_TABLES: Readonly<Record<string, string>> = {
  session_tools: `(
     session text PRIMARY KEY REFERENCES foldout.sessions (id) ON DELETE CASCADE,
     tools text[] NOT NULL
   )`,
  approved_texts: `(
     server text NOT NULL,
     hash text NOT NULL,
     text text NOT NULL,
     PRIMARY KEY (server, hash)
   )`,
  ...ASK_TABLES,
  ...SCRIPT_TABLES,
  ...QUOTA_TABLES,
  ...DOCUMENT_TABLES,
  ...AUDIT_TABLES,
  ...TICKET_TABLES,
  ...MAIL_TABLES,
};

/**
 * Migrates the tables to this version in one statement, so it is atomic. An advisory lock serializes gateways that start
 * together. A database user without CREATE rights can use tables that another user has created.
 */
export async function migrate(connection: PostgresConnection): Promise<void> {
  const steps = STEPS.map((step, i) => `IF known < ${i + 1} THEN ${step} END IF;`).join('\n');
  const added = Object.entries(ADDED_TABLES).map(
    ([name, columns]) =>
      `IF to_regclass('foldout.${name}') IS NULL THEN CREATE TABLE foldout.${name} ${columns}; END IF;`,
  );
  try {
    await connection.query(`DO $migrate$
      DECLARE known integer;
      BEGIN
        PERFORM pg_advisory_xact_lock(${LOCK});
        IF to_regnamespace('foldout') IS NULL THEN CREATE SCHEMA foldout; END IF;
        IF to_regclass('foldout.state_version') IS NULL THEN
          CREATE TABLE foldout.state_version (version integer NOT NULL);
          INSERT INTO foldout.state_version VALUES (0);
        END IF;
        SELECT version INTO known FROM foldout.state_version;
        IF known > ${STEPS.length} THEN RAISE EXCEPTION '%', known USING ERRCODE = '${TOO_NEW}'; END IF;
        ${steps}
        IF known < ${STEPS.length} THEN UPDATE foldout.state_version SET version = ${STEPS.length}; END IF;
        ${added.join('\n')}
      END $migrate$`);
  } catch (error) {
    if ((error as { code?: unknown }).code !== TOO_NEW) throw error;
    throw new Error(
      `The database has the schema of a newer Foldout (version ${(error as Error).message}; this gateway supports ` +
        `${STEPS.length}). Update this gateway, or set "database" to another database.`,
      { cause: error },
    );
  }
}
