import type { RecentCall } from '../api/answers.ts';
import { DataTable } from '../parts/data-table.tsx';
import { ago, milliseconds } from '../parts/numbers.ts';
import { Empty } from '../parts/panel.tsx';
import { hrefOf } from '../state/route.ts';

export function LatestCalls({ calls }: { readonly calls: readonly RecentCall[] }) {
  if (calls.length === 0) return <Empty>No calls yet.</Empty>;
  return (
    <DataTable
      caption="Latest calls"
      rows={calls}
      keyOf={({ at, server, tool }) => `${at} ${server}/${tool}`}
      columns={[
        {
          head: 'Tool',
          cell: ({ server, tool }) => <a href={hrefOf('tools', { id: `${server}/${tool}` })}>{`${server}/${tool}`}</a>,
        },
        {
          head: 'Outcome',
          cell: ({ success, code }) => (success ? 'ok' : <span class="bad-text">{code ?? 'failed'}</span>),
        },
        { head: 'Took', cell: ({ latencyMs }) => milliseconds(latencyMs), number: true },
        { head: 'When', cell: ({ at }) => ago(at), number: true, wide: true },
      ]}
    />
  );
}
