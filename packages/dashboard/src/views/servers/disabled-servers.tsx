import { Problem } from '../../parts/panel.tsx';
import { changeCount, wantedChange } from '../../state/changes.ts';
import { useAnswer } from '../../state/use-answer.ts';

/** Servers that are in the configuration and not loaded. */
export function DisabledServers({ filter }: { readonly filter: string }) {
  const { value, problem } = useAnswer('configuration', {}, changeCount.value);
  const disabled = (value?.servers ?? []).filter(
    ({ name, disabled: is }) => is && name.toLowerCase().includes(filter.toLowerCase()),
  );
  if (disabled.length === 0) return <Problem text={problem} />;
  const enable = (name: string): void => {
    const fields = [{ path: ['disabled'], value: null }];
    wantedChange.value = { title: `Enable ${name}`, section: 'mcpServers', name, fields };
  };
  return (
    <section aria-labelledby="group-disabled">
      <h2 id="group-disabled" class="group">
        Disabled <span class="muted">{disabled.length}</span>
      </h2>
      <ul class="rows">
        {disabled.map(({ name, how }) => (
          <li key={name} class="row" data-server={name}>
            <div class="row-head">
              <span class="row-title">{name}</span>
              <span class="badge calm">Disabled</span>
              <button type="button" class="small" onClick={() => enable(name)}>
                Enable<span class="unseen"> {name}</span>
              </button>
            </div>
            <p class="command">
              <code>{how}</code>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
