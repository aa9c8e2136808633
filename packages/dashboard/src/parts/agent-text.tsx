import { plural } from './numbers.ts';
import { visibleText } from './visible-text.ts';

/** The exact text that an agent gets, formatted for reading, with its tokens. */
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users have to scroll it too. */}
      <section aria-label={label} tabIndex={0}>
        <pre>{visibleText(formatted(text))}</pre>
      </section>
    </figure>
  );
}

function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
