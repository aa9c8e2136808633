import type { TokenFigures } from '../api/answers.ts';
import { DataTable } from '../parts/data-table.tsx';
import { percent, short } from '../parts/numbers.ts';
import { Empty } from '../parts/panel.tsx';

export function TokensByClient({
  clients,
}: {
  readonly clients: readonly (TokenFigures & { readonly client: string })[];
}) {
  if (clients.length === 0) return <Empty>No client has listed tools in this time.</Empty>;
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
          head: 'Less',
          cell: ({ listed, saved }) => (listed > 0 ? percent(saved / listed) : '–'),
          number: true,
          wide: true,
        },
      ]}
    />
  );
}
