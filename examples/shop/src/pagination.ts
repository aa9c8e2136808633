import { type CommandResult, success } from '@foldout/server';
import { z } from 'zod';
import type { ShopDatabase } from './sqlite-database.ts';

export const pageInput = {
  limit: z.int().min(1).max(100).default(20),
  offset: z.int().min(0).max(1_000_000).default(0),
};

export const pageOutput = { total: z.int(), returned: z.int(), hasMore: z.boolean() };

interface PageRequest {
  readonly limit: number;
  readonly offset: number;
}

interface Listing {
  /** What is listed, in the plural: the field that holds it and the word for it. */
  readonly of: string;
  readonly columns?: string;
  readonly from: string;
  readonly orderBy: string;
  /** A condition that always applies. */
  readonly only?: string;
  /** Conditions of one `?` each; a condition whose value is undefined does not apply. */
  readonly where?: readonly (readonly [condition: string, value: string | number | undefined])[];
}

/** Answers one page of a table, with the total and how to get the next page. */
export function listPage<Row extends object>(
  db: ShopDatabase,
  { of, columns = '*', from, orderBy, only = 'true', where = [] }: Listing,
  { limit, offset }: PageRequest,
  show: (row: Row) => object = (row) => row,
): CommandResult<Record<string, unknown>> {
  const applied = where.filter((entry): entry is readonly [string, string | number] => entry[1] !== undefined);
  const conditions = [only, ...applied.map(([condition]) => condition)].join(' AND ');
  const values = applied.map(([, value]) => value);
  const { total } = db.one<{ total: number }>(`SELECT count(*) AS total FROM ${from} WHERE ${conditions}`, ...values);
  const page = `SELECT ${columns} FROM ${from} WHERE ${conditions} ORDER BY ${orderBy} LIMIT ? OFFSET ?`;
  const rows = db.all<Row>(page, ...values, limit, offset);
  const hasMore = offset + rows.length < total;
  const next = hasMore ? ` Use offset: ${offset + rows.length} to see more.` : '';
  return success(
    { [of]: rows.map(show), total, returned: rows.length, hasMore },
    { reasoning: `Returned ${rows.length} of ${total} matching ${of}.${next}`, confidence: 1 },
  );
}

/** A condition that `column` contains a text, whatever the text holds. */
export function contains(column: string, searched: string | undefined): readonly [string, string | undefined] {
  return [`instr(lower(${column}), ?) > 0`, searched?.toLowerCase()];
}
