import { useState } from 'preact/hooks';
import type { UpstreamLiveState, UpstreamRow } from '../../api/answers.ts';
import { Choice } from '../../parts/choice.tsx';
import { plural } from '../../parts/numbers.ts';
import { Empty, Problem, Waiting } from '../../parts/panel.tsx';
import { changeCount } from '../../state/changes.ts';
import { catalog, upstreamStates } from '../../state/live.ts';
import { go, place } from '../../state/route.ts';
import { mayAdminister } from '../../state/session.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { AddServer } from './add-server.tsx';
import { Changes } from './changes.tsx';
import { DisabledServers } from './disabled-servers.tsx';
import { ServerDetail } from './server-detail.tsx';
import { ServerRow } from './server-row.tsx';

const SHOWN = { all: 'All', problems: 'Problems', running: 'Running' } as const;
type Shown = keyof typeof SHOWN;

/** Every server behind the gateway, failures first, with its live state; and what can be changed about it. */
export function Servers() {
  const names = upstreamStates.value?.map(({ name }) => name).join(' ');
  const { value, problem } = useAnswer('upstreams', {}, `${catalog.value?.version} ${names} ${changeCount.value}`);
  const [filter, setFilter] = useState('');
  const [shown, setShown] = useState<Shown>('all');
  const [adding, setAdding] = useState(false);
  const chosen = place.value.query.get('name') ?? undefined;
  const live = new Map(upstreamStates.value?.map((state) => [state.name, state]));
  const rows = (value?.upstreams ?? []).map((row) => ({ row, now: live.get(row.name) ?? row }));
  const fitting = rows.filter(({ row, now }) => fits(row, now, filter, shown));
  const close = (): void => go('upstreams');
  return (
    <>
      <div class="toolbar">
        <label class="filter grow">
          <span class="unseen">Filter servers</span>
          <input
            type="search"
            value={filter}
            placeholder="Filter by name, group or error"
            onInput={({ currentTarget }) => setFilter(currentTarget.value)}
          />
        </label>
        <Choice label="Which servers" options={SHOWN} value={shown} onChoose={setShown} />
        {mayAdminister() && (
          <button type="button" class="primary" onClick={() => setAdding(true)}>
            Add a server
          </button>
        )}
        <p class="muted" role="status">
          {value &&
            (fitting.length === rows.length
              ? plural(rows.length, 'server')
              : `${fitting.length} of ${rows.length} servers`)}
        </p>
      </div>
      <Problem text={problem} />
      {!value && problem === undefined && <Waiting />}
      {value && rows.length === 0 && (
        <Empty>
          No servers. {mayAdminister() ? 'Add one with the button above' : 'Add one'}, or run{' '}
          <code>foldout import</code> to use those of your clients.
        </Empty>
      )}
      <div class={chosen === undefined ? '' : 'two-panes chosen'}>
        <div class="server-groups">
          {groupsOf(fitting).map(([group, members]) => (
            <section key={group} aria-labelledby={`group-${group}`}>
              <h2 id={`group-${group}`} class="group">
                {group} <span class="muted">{members.length}</span>
              </h2>
              <ul class="rows">
                {members.map(({ row, now }) => (
                  <ServerRow key={row.name} row={row} now={now} chosen={row.name === chosen} />
                ))}
              </ul>
            </section>
          ))}
          {mayAdminister() && <DisabledServers filter={filter} />}
        </div>
        {chosen !== undefined && <ServerDetail key={chosen} name={chosen} onBack={close} />}
      </div>
      {mayAdminister() && <Changes />}
      {adding && <AddServer onClose={() => setAdding(false)} />}
    </>
  );
}

interface Member {
  readonly row: UpstreamRow;
  readonly now: UpstreamLiveState;
}

const isUnwell = (state: UpstreamLiveState['state']): boolean => state === 'failed' || state.startsWith('needs-');

function fits(row: UpstreamRow, now: UpstreamLiveState, filter: string, shown: Shown): boolean {
  if (shown === 'problems' && !isUnwell(now.state)) return false;
  if (shown === 'running' && now.state !== 'ready') return false;
  const text = `${row.name} ${row.category ?? ''} ${now.lastError ?? ''}`.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Servers with a problem first, then by the category of the configuration. */
function groupsOf(members: readonly Member[]): [string, Member[]][] {
  const groups = new Map<string, Member[]>();
  for (const member of members) {
    const group = isUnwell(member.now.state) ? 'Needs attention' : (member.row.category ?? 'Servers');
    groups.set(group, [...(groups.get(group) ?? []), member]);
  }
  const rank = (group: string): number => (group === 'Needs attention' ? 0 : group === 'Servers' ? 2 : 1);
  return [...groups].sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
}
