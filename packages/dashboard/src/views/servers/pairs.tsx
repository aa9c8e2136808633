import { useState } from 'preact/hooks';
import { ValueInput } from '../../parts/value-input.tsx';

const MASK = '[redacted]';

/** Name → new value; null removes the pair. */
export type PairEdits = Readonly<Record<string, string | null>>;

export function pairsOf(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, String(text)]));
}

interface PairsProps {
  readonly legend: string;
  readonly pairs: Readonly<Record<string, string>>;
  readonly edits: PairEdits;
  readonly onEdit: (edits: PairEdits) => void;
}

/** Names and values, such as environment variables. A hidden value can be replaced, and is never shown. */
export function Pairs({ legend, pairs, edits, onEdit }: PairsProps) {
  const [name, setName] = useState('');
  const names = [...new Set([...Object.keys(pairs), ...Object.keys(edits)])].filter((key) => edits[key] !== null);
  const add = (): void => {
    if (name.trim() === '' || names.includes(name.trim())) return;
    onEdit({ ...edits, [name.trim()]: '' });
    setName('');
  };
  return (
    <fieldset class="pairs">
      <legend>{legend}</legend>
      {names.map((key) => {
        const before = pairs[key];
        const isHidden = before?.includes(MASK) ?? false;
        const value = edits[key] ?? (isHidden ? '' : (before ?? ''));
        return (
          <div key={key} class="pair">
            <ValueInput
              label={key}
              isSecret={isHidden || before === undefined}
              value={value}
              placeholder={isHidden ? 'hidden; type to replace it' : 'value'}
              onValue={(text) => onEdit({ ...edits, [key]: text })}
            />
            <button type="button" class="small" onClick={() => onEdit({ ...edits, [key]: null })}>
              Remove<span class="unseen"> {key}</span>
            </button>
          </div>
        );
      })}
      <div class="pair">
        <label>
          <span class="unseen">Name of a new entry in {legend}</span>
          <input
            type="text"
            value={name}
            placeholder="NAME"
            autocomplete="off"
            spellcheck={false}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              add();
            }}
          />
        </label>
        <button type="button" class="small" onClick={add}>
          Add<span class="unseen"> to {legend}</span>
        </button>
      </div>
    </fieldset>
  );
}
