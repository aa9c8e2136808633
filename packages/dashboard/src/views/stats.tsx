import type { ComponentChildren } from 'preact';
import type { Overview } from '../api/answers.ts';
import { milliseconds, percent, plural, short, whole } from '../parts/numbers.ts';
import { Sparkline } from '../parts/sparkline.tsx';
import { callRates } from '../state/live.ts';
import { hrefOf } from '../state/route.ts';

/** One number each for calls, errors, latency, searches and tools. */
export function Stats({ overview }: { readonly overview: Overview }) {
  const { calls, tools, servers, unwell, cost, searches } = overview;
  const total = calls && calls.total.calls > 0 ? calls.total : undefined;
  const rate = callRates.value.at(-1) ?? 0;
  return (
    <dl class="stats">
      <Stat name="Calls" number={short(total?.calls ?? 0)}>
        {rate.toFixed(1)} per second now
        {callRates.value.some((value) => value > 0) && <Sparkline values={callRates.value} />}
      </Stat>
      <Stat name="Errors" number={short(total?.errors ?? 0)}>
        {total ? `${percent(total.errors / total.calls)} of calls` : 'no calls yet'}
      </Stat>
      <Stat name="Latency, median" number={milliseconds(total?.p50)}>
        {total ? `p95 ${milliseconds(total.p95)} · p99 ${milliseconds(total.p99)}` : 'no calls yet'}
      </Stat>
      <Stat name="Searches" number={short(searches?.made ?? 0)}>
        {searches && searches.made > 0 ? (
          `${percent(searches.empty / searches.made)} without a good result`
        ) : (
          <a href={hrefOf('search')}>Try a search</a>
        )}
      </Stat>
      <Stat name="Tools" number={whole(tools)}>
        from {plural(servers, 'server')}
        {unwell > 0 && (
          <>
            {', '}
            <a href={hrefOf('upstreams')}>{unwell} with a problem</a>
          </>
        )}
        {cost && <span>{short(cost.before)} tokens in total</span>}
      </Stat>
    </dl>
  );
}

interface StatProps {
  readonly name: string;
  readonly number: string;
  readonly children: ComponentChildren;
}

function Stat({ name, number, children }: StatProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {number}
        <small>{children}</small>
      </dd>
    </div>
  );
}
