import { useState } from 'preact/hooks';
import type { UsageAnswer } from '../api/answers.ts';
import { Choice, RANGES, type Range } from '../parts/choice.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { FlowGraph } from '../parts/flow-graph.tsx';
import { milliseconds, percent, short } from '../parts/numbers.ts';
import { Empty, Panel, Problem, Waiting } from '../parts/panel.tsx';
import { activity } from '../state/live.ts';
import { hrefOf } from '../state/route.ts';
import { useAnswer } from '../state/use-answer.ts';

const BUSY_SECONDS = 5;
const SHOWN_EDGES = 24;

/** The most used tools, and which tool is called after which. */
export function Usage() {
  const [range, setRange] = useState<Range>('7');
  const version = Math.floor(activity.value / BUSY_SECONDS);
  const { value, problem } = useAnswer('usage', { days: range }, version);
  return (
    <>
      <div class="toolbar right">
        <Choice label="Time range" options={RANGES} value={range} onChoose={setRange} />
      </div>
      <Problem text={problem} />
      {value ? <Figures usage={value} /> : <Waiting />}
    </>
  );
}

function Figures({ usage: { tools, servers, edges } }: { readonly usage: UsageAnswer }) {
  const most = Math.max(1, ...tools.map(({ calls }) => calls));
  return (
    <>
      <Panel title="Most used tools">
        {tools.length === 0 ? (
          <Empty>No calls in this time range. Choose a longer one, or call a tool from a client.</Empty>
        ) : (
          <DataTable
            caption="Most used tools"
            rows={tools}
            keyOf={({ tool }) => tool}
            columns={[
              {
                head: 'Tool',
                cell: ({ tool, calls }) => (
                  <>
                    <a href={hrefOf('tools', { id: tool })}>{tool}</a>
                    <span class="meter thin" aria-hidden="true">
                      <span class="meter-fill" style={{ width: `${(calls / most) * 100}%` }} />
                    </span>
                  </>
                ),
              },
              { head: 'Calls', cell: ({ calls }) => short(calls), number: true },
              { head: 'Errors', cell: ({ calls, errors }) => percent(errors / Math.max(1, calls)), number: true },
              { head: 'p50', cell: ({ p50 }) => milliseconds(p50), number: true, wide: true },
              { head: 'p95', cell: ({ p95 }) => milliseconds(p95), number: true, wide: true },
            ]}
          />
        )}
      </Panel>
      <Panel title="Tool sequences">
        {edges.length === 0 ? (
          <Empty>No sequences yet. A sequence needs two calls in one session.</Empty>
        ) : (
          <FlowGraph edges={edges.slice(0, SHOWN_EDGES)} />
        )}
      </Panel>
      <Panel title="Slowest servers">
        {servers.length === 0 ? (
          <Empty>No calls in this time range.</Empty>
        ) : (
          <DataTable
            caption="Slowest servers"
            rows={servers}
            keyOf={({ server }) => server}
            columns={[
              { head: 'Server', cell: ({ server }) => server },
              { head: 'Calls', cell: ({ calls }) => short(calls), number: true },
              { head: 'p50', cell: ({ p50 }) => milliseconds(p50), number: true },
              { head: 'p95', cell: ({ p95 }) => milliseconds(p95), number: true },
              { head: 'p99', cell: ({ p99 }) => milliseconds(p99), number: true, wide: true },
            ]}
          />
        )}
      </Panel>
    </>
  );
}
