import { useEffect, useState } from 'preact/hooks';
import type { PlannedChange } from '../api/answers.ts';
import { act } from '../api/gateway.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { CopiedText } from '../parts/copied-text.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { DiffText } from '../parts/diff-text.tsx';
import { Problem, Waiting } from '../parts/panel.tsx';
import { changed, lastChange, undo, type WantedChange, wantedChange } from '../state/changes.ts';

/** Shows what a change does to the configuration file, and writes it. */
export function ChangeDialog() {
  const wanted = wantedChange.value;
  return wanted ? <Planned wanted={wanted} /> : null;
}

function Planned({ wanted }: { readonly wanted: WantedChange }) {
  const { title, section, name, fields, onWritten } = wanted;
  const [plan, setPlan] = useState<PlannedChange | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const close = (): void => {
    wantedChange.value = undefined;
  };
  useEffect(() => {
    act('change', { section, name, fields, step: 'plan' }).then(
      (answer) => setPlan(answer.plan),
      (error: Error) => setProblem(error.message),
    );
  }, []);
  const write = async (): Promise<void> => {
    const { written } = await act('change', { section, name, fields, step: 'write', seen: plan?.seen });
    changed(written);
    close();
    onWritten?.();
  };
  return (
    <Dialog title={title} onClose={close}>
      <Problem text={problem} />
      {!plan && problem === undefined && <Waiting />}
      {plan && <Plan plan={plan} write={write} target={title} />}
    </Dialog>
  );
}

interface PlanProps {
  readonly plan: PlannedChange;
  readonly target: string;
  readonly write: () => Promise<void>;
  readonly text?: string;
}

/** What a plan changes, with the button that writes it; or the text to put into a file that the page must not change. */
export function Plan({ plan, target, write, text = 'Write' }: PlanProps) {
  const { file, refusal, diff, snippet, secrets } = plan;
  if (refusal !== undefined) {
    return (
      <>
        <p class="note warn">{refusal}</p>
        <p>The text to put there:</p>
        <CopiedText text={snippet} target="the text" />
      </>
    );
  }
  if (diff.length === 0) return <p class="note">Nothing would change: the file says so already.</p>;
  return (
    <>
      <p class="muted">
        In <code>{file}</code>. Comments and the rest of the file stay.
      </p>
      <DiffText diff={diff} />
      {secrets.length > 0 && (
        <p class="note">
          {secrets.length === 1 ? 'A secret goes' : 'Secrets go'} to the secret store instead of the file:{' '}
          {secrets.join(', ')}
        </p>
      )}
      <p>
        <ActionButton text={text} workingText="Writing …" target={target} class="primary" action={write} />
      </p>
    </>
  );
}

/** Says that the last change was written, with a button to undo it. */
export function LastChange() {
  const change = lastChange.value;
  return (
    <div class="toast-room" role="status">
      {change && (
        <p class="toast">
          <span>Written: {change.what}</span>
          {!change.what.startsWith('undone: ') && (
            <ActionButton text="Undo" target={change.what} action={() => undo(change)} />
          )}
          <button type="button" onClick={() => changed(undefined)}>
            Dismiss
          </button>
        </p>
      )}
    </div>
  );
}
