import type { UpstreamLiveState, UpstreamRow } from '../../api/answers.ts';
import { milliseconds, plural, short } from '../../parts/numbers.ts';
import { StateBadge } from '../../parts/state-badge.tsx';
import { hrefOf } from '../../state/route.ts';
import { FixButtons } from './fix-buttons.tsx';

interface ServerRowProps {
  readonly row: UpstreamRow;
  readonly now: UpstreamLiveState;
  readonly chosen: boolean;
}

/** One server in the list: its state, and what failed with the buttons that mend it. */
export function ServerRow({ row, now, chosen }: ServerRowProps) {
  const { name, tools, withheld, day, fetchedAt } = row;
  const { state, todo, lastError, retryAt } = now;
  const isWell = state !== 'failed' && !state.startsWith('needs-');
  return (
    <li class={`row ${chosen ? 'current' : ''}`} data-server={name}>
      <div class="row-head">
        <a class="row-title" href={hrefOf('upstreams', { name })} aria-current={chosen ? 'true' : undefined}>
          {name}
        </a>
        <StateBadge state={state} />
        <span class="facts">
          {fetchedAt === undefined ? (
            <span>tools not known yet</span>
          ) : (
            <a href={hrefOf('tools', { server: name })}>{plural(tools, 'tool')}</a>
          )}
          {withheld > 0 && <span>{withheld} withheld</span>}
          {day.calls > 0 && (
            <span class="wide-only">
              {short(day.calls)} calls in 24 h, {short(day.errors)} failed, p95 {milliseconds(day.p95)}
            </span>
          )}
        </span>
      </div>
      {lastError !== undefined && state !== 'ready' && <p class="bad-text last-error">{lastError}</p>}
      {!isWell && (
        <div class="fix">
          {todo !== undefined && <p>{todo}</p>}
          <FixButtons row={row} state={state} />
        </div>
      )}
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
