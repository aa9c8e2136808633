import type { ToolAnswer } from '../../api/answers.ts';
import { visibleText } from '../../parts/visible-text.ts';
import { wantedChange } from '../../state/changes.ts';
import { go } from '../../state/route.ts';
import { mayAdminister } from '../../state/session.ts';
import { OverlayForm } from './overlay-form.tsx';

/** What the configuration changes about a tool, beside what its server says. */
export function ToolOverlay({ tool }: { readonly tool: ToolAnswer }) {
  const { upstream, overlay } = tool;
  const value = (overlay?.value ?? {}) as Readonly<Record<string, unknown>>;
  const back = (): void => go('tools', { server: tool.server });
  const remove = (): void => {
    wantedChange.value = {
      title: `Remove the overlay of ${upstream.id}`,
      section: 'overlays',
      name: upstream.id,
      fields: [{ path: [], value: null }],
      onWritten: back,
    };
  };
  return (
    <>
      <details>
        <summary>What the server says</summary>
        <p>
          <b>{upstream.name}</b> <span class="badge calm">{upstream.risk}</span>
        </p>
        <blockquote>{visibleText(upstream.description)}</blockquote>
      </details>
      {mayAdminister() ? (
        <>
          <OverlayForm
            key={JSON.stringify(value)}
            name={upstream.id}
            value={value}
            parameters={upstream.parameters}
            risk={upstream.risk}
            hash={upstream.hash}
            placeholders={{ name: upstream.name, summary: upstream.summary, category: upstream.category }}
            onWritten={back}
          />
          {overlay && (
            <p>
              <button type="button" class="danger" onClick={remove}>
                Remove the overlay
              </button>
            </p>
          )}
        </>
      ) : (
        <pre>{JSON.stringify(value, null, 2)}</pre>
      )}
    </>
  );
}
