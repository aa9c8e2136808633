import { useEffect, useState } from 'preact/hooks';
import type { ActivityEntry } from '../../api/answers.ts';
import { Choice } from '../../parts/choice.tsx';
import { milliseconds, plural, short, timeOf } from '../../parts/numbers.ts';
import { Empty, Problem, Waiting } from '../../parts/panel.tsx';
import { lastActivity } from '../../state/live.ts';
import { hrefOf, place, replace } from '../../state/route.ts';
import { mayOperate } from '../../state/session.ts';
import { useAnswer } from '../../state/use-answer.ts';
import { AuditSearch } from './audit-search.tsx';
import { Trace } from './trace.tsx';

const KINDS = { all: 'All', call: 'Calls', search: 'Searches' } as const;
const OUTCOMES = { any: 'Any outcome', failed: 'Failed', slow: 'Over 1 s' } as const;
const DEBOUNCE_MS = 150;

/** A live list of calls and searches, the trace of one call, and a search of the audit log. */
export function Activity() {
  const { query } = place.value;
  if (query.get('log') === 'audit') return <AuditSearch />;
  return <Live />;
}

function Live() {
  const { query } = place.value;
  const given = (name: string): string | undefined => query.get(name) ?? undefined;
  const now = { text: given('text'), kind: given('kind'), outcome: given('outcome'), at: given('at') };
  const [paused, setPaused] = useState(false);
  const [shownSeq, setShownSeq] = useState(0);
  const [text, setText] = useState(now.text ?? '');
  useEffect(() => {
    if (!paused) setShownSeq(lastActivity.value);
  }, [lastActivity.value, paused]);
  useEffect(() => {
    if (text === (now.text ?? '')) return;
    const timer = setTimeout(() => replace('activity', { ...now, text }), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const filter = { text: now.text, kind: now.kind, outcome: now.outcome };
  const { value, problem } = useAnswer('activity', filter, shownSeq);
  const chosen = value?.entries.find(({ seq }) => String(seq) === now.at);
  return (
    <>
      <div class="toolbar">
        <label class="filter grow">
          <span class="unseen">Filter calls and searches</span>
          <input
            type="search"
            value={text}
            placeholder="Filter by tool, client, principal or words"
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <Choice
          label="Kind"
          options={KINDS}
          value={(now.kind ?? 'all') as keyof typeof KINDS}
          onChoose={(kind) => replace('activity', { ...now, kind: kind === 'all' ? undefined : kind })}
        />
        <Choice
          label="Outcome"
          options={OUTCOMES}
          value={(now.outcome ?? 'any') as keyof typeof OUTCOMES}
          onChoose={(outcome) => replace('activity', { ...now, outcome: outcome === 'any' ? undefined : outcome })}
        />
        <button type="button" aria-pressed={paused} onClick={() => setPaused(!paused)}>
          {paused ? 'Go on' : 'Pause'}
        </button>
        {mayOperate() && <a href={hrefOf('activity', { log: 'audit' })}>Search the audit log</a>}
      </div>
      <Problem text={problem} />
      {!value && problem === undefined && <Waiting />}
      {value && value.entries.length === 0 && (
        <Empty>
          {value.all === 0
            ? 'No call and no search since this gateway was started.'
            : 'No call or search fits. Change the filter.'}
        </Empty>
      )}
      {value && value.entries.length > 0 && (
        <div class={chosen ? 'two-panes chosen' : ''}>
          <ul class="activity" aria-label="Calls and searches">
            {value.entries.map((entry) => (
              <Row
                key={entry.seq}
                entry={entry}
                chosen={entry === chosen}
                hash={hrefOf('activity', { ...filter, at: String(entry.seq) })}
              />
            ))}
          </ul>
          {chosen && <Trace entry={chosen} closeHash={hrefOf('activity', filter)} />}
        </div>
      )}
      {value && value.total > value.entries.length && (
        <p class="muted">
          The latest {value.entries.length} of {value.total} are shown.
        </p>
      )}
    </>
  );
}

interface RowProps {
  readonly entry: ActivityEntry;
  readonly chosen: boolean;
  readonly hash: string;
}

function Row({ entry, chosen, hash }: RowProps) {
  const { at, principal, client } = entry;
  const isCall = entry.kind === 'call';
  const what = isCall ? (entry.commands.length === 1 ? entry.commands[0]?.tool : entry.name) : `“${entry.query}”`;
  const failed = isCall ? !entry.success : !entry.confident;
  const outcome = isCall ? (entry.code ?? (entry.success ? 'ok' : 'failed')) : plural(entry.found, 'tool');
  return (
    <li class={`activity-row ${chosen ? 'current' : ''}`}>
      <span class="time muted">{timeOf(at)}</span>
      <span class="entry">
        <a href={hash} aria-current={chosen ? 'true' : undefined}>
          {what}
        </a>
        {isCall && entry.commands.length > 1 && <span class="muted"> {plural(entry.commands.length, 'command')}</span>}
        <span class="muted who">
          {client ?? 'unknown client'} · {principal}
        </span>
      </span>
      <span>
        <span class={`badge ${failed ? 'bad' : 'calm'}`}>{outcome}</span>
      </span>
      <span class="number wide-only">{isCall ? milliseconds(entry.ms) : ''}</span>
      <span class="number wide-only">{isCall ? `${short(entry.tokens)} tok` : ''}</span>
    </li>
  );
}
