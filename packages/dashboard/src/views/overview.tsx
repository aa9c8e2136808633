import { useEffect, useState } from 'preact/hooks';
import type { Overview } from '../api/answers.ts';
import { Chart } from '../parts/chart.tsx';
import { Choice, RANGES, type Range } from '../parts/choice.tsx';
import { dayOf, hourOf, milliseconds, short } from '../parts/numbers.ts';
import { Empty, Panel, Problem, Waiting } from '../parts/panel.tsx';
import { activity, catalog } from '../state/live.ts';
import { hrefOf } from '../state/route.ts';
import { useAnswer } from '../state/use-answer.ts';
import { Headline } from './headline.tsx';
import { LatestCalls } from './latest-calls.tsx';
import { Stats } from './stats.tsx';
import { TokensByClient } from './tokens-by-client.tsx';

const DAY = 86_400_000;
/** The figures are loaded again after this many seconds with calls. */
const BUSY_SECONDS = 3;
const COST_RELOAD_MS = 400;

export function OverviewView() {
  const [range, setRange] = useState<Range>('7');
  const version = `${Math.floor(activity.value / BUSY_SECONDS)} ${catalog.value?.version}`;
  const { value, problem, reload } = useAnswer('overview', { days: range }, version);
  // The gateway starts to count the token cost at the first request, so the first answer has no `cost`.
  const costMissing = value !== undefined && value.tools > 0 && value.cost === undefined;
  useEffect(() => {
    const timer = costMissing ? setTimeout(reload, COST_RELOAD_MS) : undefined;
    return () => clearTimeout(timer);
  }, [value]);
  return (
    <>
      <div class="toolbar right">
        <Choice label="Time range" options={RANGES} value={range} onChoose={setRange} />
      </div>
      <Problem text={problem} />
      {value ? <Figures overview={value} /> : <Waiting />}
    </>
  );
}

function Figures({ overview }: { readonly overview: Overview }) {
  const { tokens, calls, searches, recent = [] } = overview;
  const over = calls && calls.total.calls > 0 ? calls.over : [];
  return (
    <>
      <Headline overview={overview} />
      <Stats overview={overview} />
      <div class="columns">
        <Panel title="Tokens saved by day">
          {tokens && tokens.days.length > 0 ? (
            <SavedByDay overview={overview} />
          ) : (
            <Empty>No savings yet. They are counted as soon as a client lists the tools of this gateway.</Empty>
          )}
        </Panel>
        <Panel title="Calls">
          {over.length > 0 ? (
            <Chart
              title="Calls and errors over time"
              kind="bars"
              labels={labelsOf(over)}
              series={[
                { name: 'Calls', color: '--series-1', values: over.map(({ calls: made }) => made) },
                { name: 'Errors', color: '--series-bad', values: over.map(({ errors }) => errors) },
              ]}
              format={short}
            />
          ) : (
            <Empty>No calls in this time range.</Empty>
          )}
        </Panel>
        <Panel title="Latency">
          {over.length > 0 ? (
            <Chart
              title="Latency percentiles over time"
              kind="lines"
              labels={labelsOf(over)}
              series={[
                { name: 'p50', color: '--series-1', values: over.map(({ p50 }) => p50) },
                { name: 'p95', color: '--series-2', values: over.map(({ p95 }) => p95) },
                { name: 'p99', color: '--series-3', values: over.map(({ p99 }) => p99) },
              ]}
              format={milliseconds}
            />
          ) : (
            <Empty>No calls in this time range.</Empty>
          )}
        </Panel>
        <Panel title="By client">
          <TokensByClient clients={tokens?.clients ?? []} />
        </Panel>
        {searches && searches.emptyQueries.length > 0 && (
          <Panel title="Searches without a good result">
            <ul class="plain">
              {searches.emptyQueries.map(({ query, count }) => (
                <li key={query}>
                  <a href={hrefOf('search', { q: query })}>{query}</a> <span class="muted">× {count}</span>
                </li>
              ))}
            </ul>
          </Panel>
        )}
        <Panel title="Latest calls">
          <LatestCalls calls={recent} />
        </Panel>
      </div>
    </>
  );
}

/** A chart of tokens saved by day. Days on which no client listed tools are shown as 0. */
function SavedByDay({ overview: { tokens, days, now } }: { readonly overview: Overview }) {
  const byDay = new Map(tokens?.days.map(({ day, saved }) => [day, saved]));
  const today = Math.floor(now / DAY) * DAY;
  const starts = Array.from({ length: Math.max(2, days) }, (_, i) => today - i * DAY).reverse();
  return (
    <Chart
      title="Tokens saved by day"
      kind="bars"
      labels={starts.map(dayOf)}
      series={[{ name: 'Saved', color: '--series-1', values: starts.map((day) => byDay.get(day) ?? 0) }]}
      format={short}
    />
  );
}

/** Axis labels: hours if the figures are hourly, days if they are daily. */
function labelsOf(over: readonly { readonly start: number }[]): string[] {
  const [first, second] = over;
  const hourly = first !== undefined && second !== undefined && second.start - first.start < DAY;
  const several = over.length > 26;
  return over.map(({ start }) => {
    if (!hourly) return dayOf(start);
    return several ? `${dayOf(start)} ${hourOf(start)}` : hourOf(start);
  });
}
