import type { Overview } from '../api/answers.ts';
import { milliseconds, percent, plural, short, whole } from '../parts/numbers.ts';
import { Sparkline } from '../parts/sparkline.tsx';
import { callRates } from '../state/live.ts';
import { hrefOf } from '../state/route.ts';

/** Calls, errors, latency, searches and tools, a number each. */
export function Stats({ overview }: { readonly overview: Overview }) {
  const { calls, tools, servers, unwell, cost, searches } = overview;
  const total = calls?.total;
  const rate = callRates.value.at(-1) ?? 0;
  return (
    <dl class="stats">
      <div>
        <dt>Calls</dt>
        <dd>
          {short(total?.calls ?? 0)}
          <small>
            {rate.toFixed(1)} per second now
            {callRates.value.some((value) => value > 0) && <Sparkline values={callRates.value} />}
          </small>
        </dd>
      </div>
      <div>
        <dt>Errors</dt>
        <dd>
          {short(total?.errors ?? 0)}
          <small>{total && total.calls > 0 ? `${percent(total.errors / total.calls)} of calls` : 'no calls yet'}</small>
        </dd>
      </div>
      <div>
        <dt>Latency, median</dt>
        <dd>
          {total && total.calls > 0 ? milliseconds(total.p50) : '–'}
          <small>
            {total && total.calls > 0
              ? `p95 ${milliseconds(total.p95)} · p99 ${milliseconds(total.p99)}`
              : 'no calls yet'}
          </small>
        </dd>
      </div>
      <div>
        <dt>Searches</dt>
        <dd>
          {short(searches?.made ?? 0)}
          <small>
            {searches && searches.made > 0 ? (
              `${percent(searches.empty / searches.made)} found nothing`
            ) : (
              <a href={hrefOf('search')}>Try one yourself</a>
            )}
          </small>
        </dd>
      </div>
      <div>
        <dt>Tools</dt>
        <dd>
          {whole(tools)}
          <small>
            from {plural(servers, 'server')}
            {unwell > 0 && (
              <>
                {', '}
                <a href={hrefOf('upstreams')}>{unwell} with a problem</a>
              </>
            )}
            {cost && <span>{short(cost.before)} tokens in all</span>}
          </small>
        </dd>
      </div>
    </dl>
  );
}
