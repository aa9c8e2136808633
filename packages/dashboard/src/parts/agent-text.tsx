import { plural } from './numbers.ts';
import { visibleText } from './visible-text.ts';

/** A text as an agent is sent it, laid out to be read, and what it costs. */
export function AgentText({
  label,
  text,
  tokens,
}: {
  readonly label: string;
  readonly text: string;
  readonly tokens?: number;
}) {
  return (
    <figure class="agent-text">
      <figcaption>
        <span>{label}</span>
        {tokens !== undefined && <span class="cost">{plural(tokens, 'token')}</span>}
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it too. */}
      <section aria-label={label} tabIndex={0}>
        <pre>{visibleText(laidOut(text))}</pre>
      </section>
    </figure>
  );
}

function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
