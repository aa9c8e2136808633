import type { PlannedChange } from '../api/answers.ts';

const SIGNS = { same: ' ', added: '+', removed: '−' } as const;
const WORDS = { same: '', added: 'added: ', removed: 'removed: ' } as const;

/** The lines of a file that a change adds and removes. */
export function DiffText({ diff }: { readonly diff: PlannedChange['diff'] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users have to scroll it too.
    <section class="diff" aria-label="Changed lines" tabIndex={0}>
      {diff.map(({ kind, text }, at) => (
        <div key={at} class={`diff-line ${kind}`}>
          <span class="diff-sign" aria-hidden="true">
            {SIGNS[kind]}
          </span>
          <code>
            <span class="unseen">{WORDS[kind]}</span>
            {text}
          </code>
        </div>
      ))}
    </section>
  );
}
