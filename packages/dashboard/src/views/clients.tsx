import { useState } from 'preact/hooks';
import type { ClientRow } from '../api/answers.ts';
import { ago, plural, short } from '../parts/numbers.ts';
import { Empty, Problem, Waiting } from '../parts/panel.tsx';
import { changeCount, wantedChange } from '../state/changes.ts';
import { activity, lastActivity } from '../state/live.ts';
import { hrefOf } from '../state/route.ts';
import { mayAdminister } from '../state/session.ts';
import { useAnswer } from '../state/use-answer.ts';
import { Fact } from './servers/fact.tsx';

const BUSY_SECONDS = 2;

/** Who is connected: each client with its surface and why, what it was sent, and its calls. */
export function Clients() {
  const version = `${Math.floor(activity.value / BUSY_SECONDS)} ${lastActivity.value} ${changeCount.value}`;
  const { value, problem } = useAnswer('clients', {}, version);
  return (
    <>
      <Problem text={problem} />
      {!value && problem === undefined && <Waiting />}
      {value && value.clients.length === 0 && (
        <Empty>
          No client has sent a request since this gateway was started. To connect one: <code>foldout connect</code>
        </Empty>
      )}
      {value && value.clients.length > 0 && (
        <p class="muted" role="status">
          {plural(value.clients.length, 'client')} since this gateway was started. The usual surface is{' '}
          <code>{value.usual}</code>.
        </p>
      )}
      <ul class="cards">
        {value?.clients.map((client) => (
          <ClientCard key={client.id} client={client} strategies={value.strategies} />
        ))}
      </ul>
    </>
  );
}

interface ClientCardProps {
  readonly client: ClientRow;
  readonly strategies: readonly string[];
}

function ClientCard({ client, strategies }: ClientCardProps) {
  const { name, title, version, era, principal, surface, reason, sessions, lastAt } = client;
  const { lists, listedTools, listedTokens, calls, failed, resultTokens } = client;
  return (
    <li class="card client">
      <header>
        <h2>{title ?? name}</h2>
        {version !== undefined && <span class="muted">{version}</span>}
        {era !== undefined && <span class="badge calm">{era}</span>}
        {sessions > 0 && <span class="badge good">{plural(sessions, 'session')}</span>}
        <span class="muted push">{ago(lastAt)}</span>
      </header>
      <dl class="fact-list">
        {title !== undefined && title !== name && <Fact name="Reported name">{name}</Fact>}
        <Fact name="Principal">{principal}</Fact>
        <Fact name="Surface">
          {surface === undefined ? 'has not listed tools yet' : <code>{surface}</code>}
          {reason !== undefined && <span class="muted"> because {reason}</span>}
        </Fact>
        <Fact name="Was sent">
          {lists === 0
            ? 'no list'
            : `${plural(listedTools, 'tool')} for ${plural(listedTokens, 'token')}, listed ${plural(lists, 'time')}`}
        </Fact>
        <Fact name="Calls">
          {calls === 0 ? (
            'none'
          ) : (
            <a href={hrefOf('activity', { text: name })}>
              {short(calls)}, {short(failed)} failed, {short(resultTokens)} tokens of answers
            </a>
          )}
        </Fact>
      </dl>
      {mayAdminister() && <ChooseSurface client={client} strategies={strategies} />}
    </li>
  );
}

/** Changes the surface of a client in the configuration. The change is shown before it is written. */
function ChooseSurface({ client: { name, title, setting, chosen }, strategies }: ClientCardProps) {
  const [wanted, setWanted] = useState(chosen ?? '');
  const key = setting ?? name;
  const look = (event: SubmitEvent): void => {
    event.preventDefault();
    wantedChange.value = {
      title: `Surface of ${title ?? name}`,
      section: 'clients',
      name: key,
      fields: [{ path: ['toolStrategy'], value: wanted || null }],
    };
  };
  return (
    <form class="inline-form" onSubmit={look}>
      <label>
        <span>
          Surface for clients whose name starts with <b>{key}</b>
        </span>
        <select value={wanted} onChange={({ currentTarget }) => setWanted(currentTarget.value)}>
          <option value="">as usual</option>
          {strategies.map((strategy) => (
            <option key={strategy} value={strategy}>
              {strategy}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" disabled={wanted === (chosen ?? '')}>
        Look at the change<span class="unseen"> for {title ?? name}</span>
      </button>
      {wanted !== (chosen ?? '') && <p class="muted">Takes effect after a restart of the gateway.</p>}
    </form>
  );
}
