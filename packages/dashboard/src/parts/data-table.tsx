import type { ComponentChildren } from 'preact';

export interface Column<T> {
  readonly head: string;
  readonly cell: (row: T) => ComponentChildren;
  readonly number?: boolean;
  /** Hidden on a narrow screen. */
  readonly wide?: boolean;
}

interface DataTableProps<T> {
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
}

export function DataTable<T>({ caption, columns, rows, keyOf }: DataTableProps<T>) {
  return (
    <table>
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ head, number, wide }) => (
            <th key={head} scope="col" class={classOf(number, wide)}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ head, cell, number, wide }) => (
              <td key={head} class={classOf(number, wide)}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function classOf(number = false, wide = false): string {
  return `${number ? 'number' : ''} ${wide ? 'wide-only' : ''}`.trim();
}
