import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ServerDetail } from '../../api/answers.ts';
import { timeOf } from '../../parts/numbers.ts';

/** The last lines that a server wrote to stderr, and its changes of state. */
export function ServerLog({ log, name }: { readonly log: ServerDetail['log']; readonly name: string }) {
  const ref = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (ref.current) ref.current.scrollTop = ref.current.scrollHeight;
  }, [log.length]);
  return (
    <>
      <h3>Log</h3>
      {log.length === 0 ? (
        <p class="muted">No lines since the gateway was started.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users have to scroll it too.
        <section ref={ref} class="log" aria-label={`Log of ${name}`} tabIndex={0}>
          {log.map(({ at, kind, text }, index) => (
            <div key={`${at} ${index}`} class={`log-line ${kind}`}>
              <time>{timeOf(at)}</time> <span>{text}</span>
            </div>
          ))}
        </section>
      )}
    </>
  );
}
