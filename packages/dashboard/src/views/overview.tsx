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
/** Use is asked for again after so many busy seconds. */
const BUSY_SECONDS = 3;
const COUNTED_AFTER_MS = 400;

export function OverviewView() {
  const [range, setRange] = useState<Range>('7');
  const fresh = `${Math.floor(activity.value / BUSY_SECONDS)} ${catalog.value?.version}`;
  const { value, problem, reload } = useAnswer<Overview>('overview', { days: range }, fresh);
  // What everything costs is counted after it was first asked for.
  const uncounted = value !== undefined && value.tools > 0 && value.cost === undefined;
  useEffect(() => {
    const timer = uncounted ? setTimeout(reload, COUNTED_AFTER_MS) : undefined;
    return () => clearTimeout(timer);
  }, [value]);
  return (
    <>
      <div class="toolbar right">
        <Choice label="Time" options={RANGES} value={range} onChoose={setRange} />
      </div>
      <Problem text={problem} />
      {value ? <Figures overview={value} /> : <Waiting />}
    </>
  );
}

function Figures({ overview }: { readonly overview: Overview }) {
  const { tokens, calls, searches, recent = [] } = overview;
  return (
    <>
      <Headline overview={overview} />
      <Stats overview={overview} />
      <div class="columns">
        <Panel title="Tokens saved by day">
          {tokens && tokens.days.length > 0 ? (
            <SavedByDay overview={overview} />
          ) : (
            <Empty>Nothing yet. It is counted as soon as a client lists the tools of this gateway.</Empty>
          )}
        </Panel>
        <Panel title="Calls">
          {calls && calls.total.calls > 0 ? (
            <Chart
              title="Calls and errors over time"
              kind="bars"
              labels={labelsOf(calls.over)}
              series={[
                { name: 'Calls', colour: '--series-1', values: calls.over.map((one) => one.calls) },
                { name: 'Errors', colour: '--series-bad', values: calls.over.map((one) => one.errors) },
              ]}
              format={short}
            />
          ) : (
            <Empty>No calls in this time.</Empty>
          )}
        </Panel>
        <Panel title="Latency">
          {calls && calls.total.calls > 0 ? (
            <Chart
              title="Latency percentiles over time"
              kind="lines"
              labels={labelsOf(calls.over)}
              series={[
                { name: 'p50', colour: '--series-1', values: calls.over.map(({ p50 }) => p50) },
                { name: 'p95', colour: '--series-2', values: calls.over.map(({ p95 }) => p95) },
                { name: 'p99', colour: '--series-3', values: calls.over.map(({ p99 }) => p99) },
              ]}
              format={milliseconds}
            />
          ) : (
            <Empty>No calls in this time.</Empty>
          )}
        </Panel>
        <Panel title="By client">
          <TokensByClient clients={tokens?.clients ?? []} />
        </Panel>
        {searches && searches.emptyQueries.length > 0 && (
          <Panel title="Searches that found nothing">
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

/** Days on which nothing was listed are days too. */
function SavedByDay({ overview: { tokens, days, now } }: { readonly overview: Overview }) {
  const byDay = new Map(tokens?.days.map(({ day, saved }) => [day, saved]));
  const today = Math.floor(now / DAY) * DAY;
  const starts = Array.from(
    { length: Math.max(2, days) },
    (_, i, last = Math.max(2, days) - 1) => today - (last - i) * DAY,
  );
  return (
    <Chart
      title="Tokens saved by day"
      kind="bars"
      labels={starts.map(dayOf)}
      series={[{ name: 'Saved', colour: '--series-1', values: starts.map((day) => byDay.get(day) ?? 0) }]}
      format={short}
    />
  );
}

/** Hours where they are hours, days where they are days. */
function labelsOf(over: readonly { readonly start: number }[]): string[] {
  const [first, second] = over;
  const hourly = first !== undefined && second !== undefined && second.start - first.start < DAY;
  const several = over.length > 26;
  return over.map(({ start }) => {
    if (!hourly) return dayOf(start);
    return several ? `${dayOf(start)} ${hourOf(start)}` : hourOf(start);
  });
}
