import type { PostgresConnection } from './postgres-connection.ts';

/** Any number, as long as every gateway takes the same. */
const LOCK = 0x666f6c64;
const TOO_NEW = 'FD001';

/** Each step runs once, in order. Never change one that was released: add another. */
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
 * Brings the tables to where this version wants them: one statement, so all of it or nothing. Gateways that start
 * together take turns. A user who may not create anything can use tables that somebody else has made.
 */
export async function migrate(connection: PostgresConnection): Promise<void> {
  const steps = STEPS.map((step, i) => `IF known < ${i + 1} THEN ${step} END IF;`).join('\n');
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
      END $migrate$`);
  } catch (error) {
    if ((error as { code?: unknown }).code !== TOO_NEW) throw error;
    throw new Error(
      `The database holds the state of a newer Foldout (version ${(error as Error).message}, this one knows ` +
        `${STEPS.length}). Update this gateway, or give it a database of its own.`,
      { cause: error },
    );
  }
}
