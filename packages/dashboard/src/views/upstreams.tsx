import { useState } from 'preact/hooks';
import type { UpstreamRow, UpstreamStanding } from '../api/answers.ts';
import { act } from '../api/gateway.ts';
import { ago, milliseconds, plural, short } from '../parts/numbers.ts';
import { Empty, Problem, Waiting } from '../parts/panel.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { catalog, standings } from '../state/live.ts';
import { hrefOf } from '../state/route.ts';
import { mayOperate } from '../state/session.ts';
import { useAnswer } from '../state/use-answer.ts';

/** Every server behind the gateway, as it stands now. */
export function Upstreams() {
  const names = standings.value?.map(({ name }) => name).join(' ');
  const { value, problem } = useAnswer<{ readonly upstreams: readonly UpstreamRow[] }>(
    'upstreams',
    {},
    `${catalog.value?.version} ${names}`,
  );
  const live = new Map(standings.value?.map((one) => [one.name, one]));
  return (
    <>
      <Problem text={problem} />
      {!value && problem === undefined && <Waiting />}
      {value && value.upstreams.length === 0 && (
        <Empty>
          No servers. Add one under <code>mcpServers</code> in the configuration, or run <code>foldout import</code>.
        </Empty>
      )}
      <ul class="cards">
        {value?.upstreams.map((row) => (
          <UpstreamCard key={row.name} row={row} now={live.get(row.name) ?? row} />
        ))}
      </ul>
    </>
  );
}

function UpstreamCard({ row, now }: { readonly row: UpstreamRow; readonly now: UpstreamStanding }) {
  const { name, version, tools, day, fetchedAt } = row;
  const { state, todo, lastError, restarts, retryAt } = now;
  return (
    <li class="card" data-server={name}>
      <header>
        <h2>{name}</h2>
        <StateBadge state={state} />
        {mayOperate() && <Restart server={name} />}
      </header>
      <p class="facts">
        <a href={hrefOf('tools', { server: name })}>{plural(tools, 'tool')}</a>
        {version !== undefined && <span>version {version}</span>}
        {fetchedAt !== undefined && fetchedAt > 0 && <span>listed {ago(fetchedAt)}</span>}
        {restarts > 0 && <span>{plural(restarts, 'restart')}</span>}
        <span>
          {day.calls > 0
            ? `${short(day.calls)} calls in 24 h, ${short(day.errors)} failed, p95 ${milliseconds(day.p95)}`
            : 'no calls in 24 h'}
        </span>
      </p>
      {lastError !== undefined && state !== 'ready' && <p class="bad-text last-error">{lastError}</p>}
      {todo !== undefined && <p>{todo}</p>}
      {retryAt !== undefined && state === 'failed' && <p class="muted">Tried again {inTime(retryAt)}.</p>}
    </li>
  );
}

function Restart({ server }: { readonly server: string }) {
  const [working, setWorking] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const restart = async (): Promise<void> => {
    setWorking(true);
    setProblem(undefined);
    try {
      await act('restart', { server });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setWorking(false);
    }
  };
  return (
    <span class="action">
      <button type="button" disabled={working} onClick={() => void restart()}>
        {working ? 'Restarting …' : 'Restart'}
        <span class="unseen"> {server}</span>
      </button>
      <Problem text={problem} />
    </span>
  );
}

function inTime(at: number): string {
  const seconds = Math.round((at - Date.now()) / 1_000);
  return seconds <= 1 ? 'any moment' : `in ${seconds} s`;
}
