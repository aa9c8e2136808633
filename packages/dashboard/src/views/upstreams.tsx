import type { UpstreamLiveState, UpstreamRow } from '../api/answers.ts';
import { act } from '../api/gateway.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { ago, milliseconds, plural, short } from '../parts/numbers.ts';
import { Empty, Problem, Waiting } from '../parts/panel.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { catalog, upstreamStates } from '../state/live.ts';
import { hrefOf } from '../state/route.ts';
import { mayOperate } from '../state/session.ts';
import { useAnswer } from '../state/use-answer.ts';

/** Every server behind the gateway, with its live state. */
export function Upstreams() {
  const names = upstreamStates.value?.map(({ name }) => name).join(' ');
  const { value, problem } = useAnswer('upstreams', {}, `${catalog.value?.version} ${names}`);
  const live = new Map(upstreamStates.value?.map((state) => [state.name, state]));
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

function UpstreamCard({ row, now }: { readonly row: UpstreamRow; readonly now: UpstreamLiveState }) {
  const { name, version, tools, withheld, day, fetchedAt } = row;
  const { state, todo, lastError, restarts, retryAt } = now;
  const restart = () => act('restart', { server: name });
  return (
    <li class="card" data-server={name}>
      <header>
        <h2>{name}</h2>
        <StateBadge state={state} />
        {mayOperate() && <ActionButton text="Restart" workingText="Restarting …" target={name} action={restart} />}
      </header>
      <p class="facts">
        {fetchedAt === undefined ? (
          <span>tools not known yet</span>
        ) : (
          <a href={hrefOf('tools', { server: name })}>{plural(tools, 'tool')}</a>
        )}
        {withheld > 0 && <span>{withheld} more withheld until approved</span>}
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
      {row.claims.length > 0 && (
        <p class="bad-text">
          Claims names of other servers: {row.claims.join(', ')}. They are listed with the prefix {name}__.
        </p>
      )}
      {retryAt !== undefined && state === 'failed' && <p class="muted">Next attempt {inTime(retryAt)}.</p>}
    </li>
  );
}

function inTime(at: number): string {
  const seconds = Math.round((at - Date.now()) / 1_000);
  return seconds <= 1 ? 'any moment' : `in ${seconds} s`;
}
