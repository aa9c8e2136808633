import { useState } from 'preact/hooks';
import { Problem } from './panel.tsx';

interface ActionButtonProps {
  readonly text: string;
  /** Shown while the action runs. */
  readonly workingText?: string;
  /** The server or tool that the action is for; read by screen readers only. */
  readonly target: string;
  readonly class?: string;
  readonly action: () => Promise<unknown>;
}

/** A button that is disabled while its action runs, and shows why the action failed. */
export function ActionButton({ text, workingText = text, target, class: extra, action }: ActionButtonProps) {
  const [working, setWorking] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const run = async (): Promise<void> => {
    setWorking(true);
    setProblem(undefined);
    try {
      await action();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setWorking(false);
    }
  };
  return (
    <span class="action">
      <button type="button" class={extra} disabled={working} onClick={() => void run()}>
        {working ? workingText : text}
        <span class="unseen"> {target}</span>
      </button>
      <Problem text={problem} />
    </span>
  );
}
