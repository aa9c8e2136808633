import type { PendingCall } from '../api/answers.ts';
import { act } from '../api/gateway.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { momentOf } from '../parts/numbers.ts';
import { Problem } from '../parts/panel.tsx';
import { pendingCalls } from '../state/live.ts';
import { useAnswer } from '../state/use-answer.ts';

const ALLOW_TEXTS: Readonly<Record<PendingCall['scopes'][number], string>> = {
  once: 'Allow once',
  session: 'Allow in this session',
  arguments: 'Allow these arguments',
  always: 'Allow always',
};

/** Calls that wait for a person, with the arguments that will be sent. */
export function PendingCalls() {
  const { value, problem, reload } = useAnswer('pending', {}, pendingCalls.value);
  if (!value || value.total === 0) return <Problem text={problem} />;
  return (
    <>
      <Problem text={problem} />
      <p class="muted" role="status">
        {value.total === 1 ? '1 call waits' : `${value.total} calls wait`} for an answer.
      </p>
      <ul class="cards">
        {value.waiting.map((call) => (
          <PendingCard key={call.id} call={call} onAnswered={reload} />
        ))}
      </ul>
    </>
  );
}

function PendingCard({ call, onAnswered }: { readonly call: PendingCall; readonly onAnswered: () => void }) {
  const { id, tool, kind, risk, principal, client, shown, because, until, repeats, scopes } = call;
  const answer = (verdict: 'allow' | 'deny', scope: string) => () =>
    act('answer', { id, verdict, scope }).finally(onAnswered);
  return (
    <li class="card">
      <header>
        <h2>{tool}</h2>
        <span class={`badge ${risk === 'destructive' ? 'bad' : 'warn'}`}>{risk}</span>
      </header>
      <p>
        <b>{client === undefined ? principal : `${principal} with ${client}`}</b> wants to use this {kind}. Until{' '}
        {momentOf(until)}; asked by {because}.
      </p>
      <blockquote>{shown}</blockquote>
      {repeats !== undefined && <p>{repeats}</p>}
      {scopes.map((scope) => (
        <ActionButton
          key={scope}
          text={ALLOW_TEXTS[scope]}
          target={tool}
          {...(scope === 'once' && { class: 'primary' })}
          action={answer('allow', scope)}
        />
      ))}
      <ActionButton text="Deny" target={tool} action={answer('deny', 'once')} />
    </li>
  );
}
