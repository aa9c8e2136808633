import { useEffect, useState } from 'preact/hooks';
import type { Overview, RecentCall, TokenFigures } from '../api/answers.ts';
import { Chart } from '../parts/chart.tsx';
import { Choice, RANGES, type Range } from '../parts/choice.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { ago, dayOf, hourOf, milliseconds, percent, plural, short, whole } from '../parts/numbers.ts';
import { Empty, Panel, Problem, Waiting } from '../parts/panel.tsx';
import { Sparkline } from '../parts/sparkline.tsx';
import { activity, callRates, catalog } from '../state/live.ts';
import { hrefOf } from '../state/route.ts';
import { useAnswer } from '../state/use-answer.ts';

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
          <ByClient clients={tokens?.clients ?? []} />
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
          <Recent calls={recent} />
        </Panel>
      </div>
    </>
  );
}

function Headline({ overview: { tokens, cost, days } }: { readonly overview: Overview }) {
  const sum = (tokens?.days ?? []).reduce(
    (all, { listed, sent, saved }) => ({
      listed: all.listed + listed,
      sent: all.sent + sent,
      saved: all.saved + saved,
    }),
    { listed: 0, sent: 0, saved: 0 },
  );
  if (sum.listed > 0) {
    return (
      <section class="headline" aria-label="Tokens saved">
        <p class="big">{short(sum.saved)}</p>
        <p class="what">
          tokens saved in {RANGES[String(days) as Range]?.toLowerCase() ?? plural(days, 'day')}
          <span>
            Listing everything would have sent {short(sum.listed)}; clients were sent {short(sum.sent)} (
            {percent(1 - sum.sent / sum.listed)} less). Today: {short(tokens?.saved.today.saved ?? 0)}.
          </span>
        </p>
      </section>
    );
  }
  if (cost && cost.before > cost.after) {
    return (
      <section class="headline" aria-label="Tokens saved">
        <p class="big">{short(cost.before - cost.after)}</p>
        <p class="what">
          tokens fewer at the start of every session
          <span>
            All definitions are {short(cost.before)} tokens; a client is listed {short(cost.after)}. Connect one to see
            what it saves over time.
          </span>
        </p>
      </section>
    );
  }
  return (
    <section class="headline" aria-label="Tokens saved">
      <p class="big">–</p>
      <p class="what">
        nothing saved yet
        <span>Connect a client to this gateway: its savings are counted from the first list of tools on.</span>
      </p>
    </section>
  );
}

function Stats({ overview }: { readonly overview: Overview }) {
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

function ByClient({ clients }: { readonly clients: readonly (TokenFigures & { readonly client: string })[] }) {
  if (clients.length === 0) return <Empty>No client has listed tools in this time.</Empty>;
  return (
    <DataTable
      caption="Tokens by client"
      rows={clients}
      keyOf={({ client }) => client}
      columns={[
        { head: 'Client', cell: ({ client }) => client },
        { head: 'Saved', cell: ({ saved }) => short(saved), number: true },
        { head: 'Sent', cell: ({ sent }) => short(sent), number: true },
        {
          head: 'Less',
          cell: ({ listed, saved }) => (listed > 0 ? percent(saved / listed) : '–'),
          number: true,
          wide: true,
        },
      ]}
    />
  );
}

function Recent({ calls }: { readonly calls: readonly RecentCall[] }) {
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
