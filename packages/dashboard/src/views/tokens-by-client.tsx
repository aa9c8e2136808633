import type { ClientTokens } from '../api/answers.ts';
import { DataTable } from '../parts/data-table.tsx';
import { percent, short } from '../parts/numbers.ts';
import { Empty } from '../parts/panel.tsx';

export function TokensByClient({ clients }: { readonly clients: readonly ClientTokens[] }) {
  if (clients.length === 0) return <Empty>No client has listed tools in this time range.</Empty>;
  return (
    <DataTable
      caption="Tokens by client"
      rows={clients}
      keyOf={({ client }) => client}
      columns={[
        { head: 'Client', cell: ({ client }) => client },
        { head: 'Saved', cell: ({ saved }) => short(saved), number: true },
        { head: 'Sent', cell: ({ sent }) => short(sent), number: true },
        {
          head: 'Saved, %',
          cell: ({ listed, saved }) => (saved > 0 ? percent(saved / listed) : 'none'),
          number: true,
          wide: true,
        },
      ]}
    />
  );
}
