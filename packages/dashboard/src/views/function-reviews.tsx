import type { WaitingFunction } from '../api/answers.ts';
import { act } from '../api/gateway.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { momentOf } from '../parts/numbers.ts';
import { Problem } from '../parts/panel.tsx';
import { visibleText } from '../parts/visible-text.ts';
import { catalog } from '../state/live.ts';
import { useAnswer } from '../state/use-answer.ts';

/** Functions that agents have saved, and that only their owners may use until an operator has read them. */
export function FunctionReviews() {
  const { value, problem, reload } = useAnswer('functions', {}, catalog.value?.version);
  if (!value || value.total === 0) return <Problem text={problem} />;
  return (
    <>
      <Problem text={problem} />
      <p class="muted" role="status">
        {value.total === 1 ? '1 saved function waits' : `${value.total} saved functions wait`} for a review.
      </p>
      <ul class="cards">
        {value.waiting.map((saved) => (
          <FunctionCard key={`${saved.name} ${saved.version}`} saved={saved} onReviewed={reload} />
        ))}
      </ul>
    </>
  );
}

function FunctionCard({ saved, onReviewed }: { readonly saved: WaitingFunction; readonly onReviewed: () => void }) {
  const { name, owner, version, hash, description, savedAt, code, sharedVersion, sharedCode } = saved;
  const answer = (verdict: 'share' | 'remove') => () =>
    act('review', { name, version: String(version), hash, verdict }).finally(onReviewed);
  return (
    <li class="card">
      <header>
        <h2>{name}</h2>
        <span class="badge warn">Version {version}</span>
      </header>
      <p>
        Saved by <b>{owner}</b> on {momentOf(savedAt)}.{' '}
        {sharedVersion === undefined ? 'No one else can use it yet.' : `Everyone uses version ${sharedVersion}.`}
      </p>
      <blockquote>{visibleText(description)}</blockquote>
      <pre>{visibleText(code)}</pre>
      {sharedCode !== undefined && (
        <details>
          <summary>Version {sharedVersion}, which everyone uses</summary>
          <pre>{visibleText(sharedCode)}</pre>
        </details>
      )}
      <ActionButton text="Share with everyone" target={name} class="primary" action={answer('share')} />
      <ActionButton text="Remove" target={name} action={answer('remove')} />
    </li>
  );
}
