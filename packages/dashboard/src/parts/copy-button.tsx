import { useState } from 'preact/hooks';

const SHOWN_MS = 2_000;

/** Copies a text to the clipboard, and says so for a moment. */
export function CopyButton({ text, target }: { readonly text: string; readonly target: string }) {
  const [state, setState] = useState<'Copy' | 'Copied' | 'Not allowed'>('Copy');
  const copy = async (): Promise<void> => {
    // A page without TLS on another host has no clipboard.
    const done = await (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
      () => true,
      () => false,
    );
    setState(done ? 'Copied' : 'Not allowed');
    setTimeout(() => setState('Copy'), SHOWN_MS);
  };
  return (
    <button type="button" class="small" onClick={() => void copy()}>
      <span role="status">{state}</span>
      <span class="unseen"> {target}</span>
    </button>
  );
}
