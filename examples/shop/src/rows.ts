import { Refusal } from './shop-command.ts';

/** `found(shop.orders, 'order', 'ord-9')`: returns the row, or throws a `Refusal` that names the list command. */
export function found<Key, Row>(rows: ReadonlyMap<Key, Row>, kind: string, id: Key): Row {
  const row = rows.get(id);
  if (row !== undefined) return row;
  const code = `${kind.toUpperCase()}_NOT_FOUND`;
  throw new Refusal(code, `There is no ${kind} '${id}'.`, `Call ${kind}-list to see which exist.`);
}

/** Changes the fields that are given; `undefined` leaves a field as it is. */
export function change<Row extends object>(row: Row, fields: { [Key in keyof Row]?: Row[Key] | undefined }): Row {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.assign(row, Object.fromEntries(given));
}

/** One page of rows, with `name` as the key of the row array. */
export function page<Row>(
  name: string,
  rows: readonly Row[],
  { limit, offset = 0 }: { readonly limit: number; readonly offset?: number },
): Record<string, unknown> {
  const shown = rows.slice(offset, offset + limit);
  return { [name]: shown, total: rows.length, returned: shown.length, hasMore: offset + shown.length < rows.length };
}

/** Returns the newest row first. The map keeps rows in the order of creation. */
export function newest<Row>(rows: ReadonlyMap<unknown, Row>, matches: (row: Row) => boolean = () => true): Row[] {
  return [...rows.values()].filter(matches).reverse();
}

/** Whether a value matches an optional filter. A missing filter matches every value. */
export function is<Value>(wanted: Value | undefined, value: Value): boolean {
  return wanted === undefined || wanted === value;
}

export function contains(wanted: string | undefined, value: string): boolean {
  return wanted === undefined || value.toLowerCase().includes(wanted.toLowerCase());
}

export function within({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }) {
  return (time: string): boolean => (!from || time >= from) && (!to || time.slice(0, 10) <= to);
}
