import type { ActivityEntry, CallEntry } from '../../api/answers.ts';
import { milliseconds, momentOf, plural } from '../../parts/numbers.ts';
import { Panel } from '../../parts/panel.tsx';
import { hrefOf } from '../../state/route.ts';
import { Fact } from '../servers/fact.tsx';

/** What happens in each step of a command, in order. */
const STEPS = {
  lookup: 'look up the tool',
  check: 'admit it and check the input',
  wait: 'policy, approval and middleware',
  source: 'answer of the server',
} as const;

/** One call through its steps, or one search. */
export function Trace({ entry, closeHash }: { readonly entry: ActivityEntry; readonly closeHash: string }) {
  const { at, principal, client, era } = entry;
  const title = entry.kind === 'call' ? entry.name : 'Search';
  return (
    <Panel
      title={title}
      class="detail"
      aside={
        <a class="as-button" href={closeHash}>
          Close
        </a>
      }
    >
      <dl class="fact-list">
        <Fact name="When">{momentOf(at)}</Fact>
        <Fact name="Principal">{principal}</Fact>
        <Fact name="Client">
          {client ?? 'unknown'}
          {era !== undefined && <span class="muted"> ({era})</span>}
        </Fact>
        {entry.kind === 'search' ? <OfSearch entry={entry} /> : <OfCall entry={entry} />}
      </dl>
      {entry.kind === 'call' && <Steps entry={entry} />}
    </Panel>
  );
}

function OfSearch({ entry }: { readonly entry: Extract<ActivityEntry, { kind: 'search' }> }) {
  return (
    <>
      <Fact name="Query">{entry.query}</Fact>
      <Fact name="Found">
        {plural(entry.found, 'tool')}
        {!entry.confident && '; none fits well'}
      </Fact>
      <Fact name="Again">
        <a href={hrefOf('search', { q: entry.query })}>Try this search</a>
      </Fact>
    </>
  );
}

function OfCall({ entry: { success, code, ms, tokens, traceId } }: { readonly entry: CallEntry }) {
  return (
    <>
      <Fact name="Outcome">
        <span class={`badge ${success ? 'good' : 'bad'}`}>{success ? 'ok' : (code ?? 'failed')}</span>
      </Fact>
      <Fact name="Took">{milliseconds(ms)}</Fact>
      <Fact name="Answer">{plural(tokens, 'token')}</Fact>
      {traceId !== undefined && (
        <Fact name="Trace id">
          <code>{traceId}</code>
        </Fact>
      )}
    </>
  );
}

function Steps({ entry: { commands, moreCommands, ms } }: { readonly entry: CallEntry }) {
  if (commands.length === 0) return <p class="muted">No command ran: the call was answered by Foldout itself.</p>;
  const last = commands.at(-1);
  const render = last ? Math.max(0, ms - last.start - last.ms) : 0;
  return (
    <>
      <h3>Steps</h3>
      <ol class="trace">
        {commands.map(({ tool, success, code, start, ms: took, steps }, index) => (
          <li key={`${tool} ${index}`}>
            <p class="trace-head">
              <a href={hrefOf('tools', { id: tool })}>{tool}</a>
              {!success && <span class="badge bad">{code ?? 'failed'}</span>}
              <span class="number">{milliseconds(took)}</span>
            </p>
            <Bars start={start} steps={steps} whole={ms} />
          </li>
        ))}
        <li>
          <p class="trace-head">
            <span>write the answer</span>
            <span class="number">{milliseconds(render)}</span>
          </p>
        </li>
      </ol>
      {moreCommands > 0 && <p class="muted">{plural(moreCommands, 'more command')}.</p>}
    </>
  );
}

interface BarsProps {
  readonly start: number;
  readonly steps: CallEntry['commands'][number]['steps'];
  readonly whole: number;
}

function Bars({ start, steps, whole }: BarsProps) {
  let from = start;
  return (
    <ul class="bars">
      {(Object.keys(STEPS) as (keyof typeof STEPS)[]).map((step) => {
        const took = steps[step];
        if (took === undefined) return null;
        const left = (from / Math.max(whole, 0.001)) * 100;
        from += took;
        const width = Math.max(0.5, (took / Math.max(whole, 0.001)) * 100);
        return (
          <li key={step}>
            <span>{STEPS[step]}</span>
            <span class="bar-room" aria-hidden="true">
              <span
                class={`bar ${step}`}
                style={{ marginLeft: `${Math.min(left, 99)}%`, width: `${Math.min(width, 100)}%` }}
              />
            </span>
            <span class="number">{milliseconds(took)}</span>
          </li>
        );
      })}
    </ul>
  );
}
