import { ActionButton } from '../../parts/action-button.tsx';
import { DiffText } from '../../parts/diff-text.tsx';
import { momentOf } from '../../parts/numbers.ts';
import { Panel, Problem } from '../../parts/panel.tsx';
import { changeCount, undo } from '../../state/changes.ts';
import { useAnswer } from '../../state/use-answer.ts';

/** What was changed from the page since the gateway was started. */
export function Changes() {
  const { value, problem } = useAnswer('configuration', {}, changeCount.value);
  if (!value) return <Problem text={problem} />;
  const { changes, refusal } = value;
  if (refusal !== undefined) return <p class="note warn">{refusal}</p>;
  if (changes.length === 0) return null;
  return (
    <Panel title="Changes of the configuration">
      <ul class="rows flat">
        {changes.map((change) => (
          <li key={change.id} class="row">
            <details>
              <summary>
                <span class="row-title">{change.what}</span>{' '}
                <span class="muted">
                  by {change.by}, {momentOf(change.at)}
                </span>
              </summary>
              <DiffText diff={change.diff} />
            </details>
            {change.undone ? (
              <span class="badge calm">Undone</span>
            ) : (
              <ActionButton text="Undo" target={change.what} action={() => undo(change)} />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
