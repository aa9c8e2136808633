import { useState } from 'preact/hooks';
import { Problem } from '../../parts/panel.tsx';
import { wantedChange } from '../../state/changes.ts';
import { type PairEdits, Pairs, pairsOf } from './pairs.tsx';

type Fields = Readonly<Record<string, unknown>>;

const TEXTS: Readonly<Record<string, string>> = {
  command: 'Command',
  url: 'Address',
  cwd: 'Working folder',
  category: 'Category (the group on this page)',
  description: 'What the server is for, in one sentence',
};
/** Fields with an input of their own; all others are edited as JSON. */
const OWN = new Set([...Object.keys(TEXTS), 'args', 'env', 'headers', 'disabled']);

interface EditServerProps {
  readonly name: string;
  /** As they are in the file, with secrets masked. */
  readonly fields: Fields;
  readonly onDone: () => void;
}

/** Edits the fields of a server. Only what was changed is written, so hidden secrets stay. */
export function EditServer({ name, fields, onDone }: EditServerProps) {
  const [pairs, setPairs] = useState<Readonly<Record<string, PairEdits>>>({});
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const others = Object.fromEntries(Object.entries(fields).filter(([key]) => !OWN.has(key)));
  const asJson = JSON.stringify(others, null, 2);
  const args = Array.isArray(fields['args']) ? fields['args'].map(String) : [];
  const isCommand = fields['command'] !== undefined;
  const shown = Object.keys(TEXTS).filter((key) => (isCommand ? key !== 'url' : key !== 'command' && key !== 'cwd'));
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const text = (key: string): string => String(form.get(key) ?? '');
    const changes: { path: readonly string[]; value: unknown }[] = [];
    for (const key of shown) {
      if (text(key) !== String(fields[key] ?? '')) changes.push({ path: [key], value: text(key) || null });
    }
    const lines = text('args').split('\n').filter(Boolean);
    if (isCommand && lines.join('\n') !== args.join('\n')) changes.push({ path: ['args'], value: lines });
    for (const [field, edits] of Object.entries(pairs)) {
      for (const [key, value] of Object.entries(edits)) changes.push({ path: [field, key], value });
    }
    try {
      changes.push(...changedJson(others, text('others') || '{}'));
    } catch {
      setProblem('The other fields are no JSON object.');
      return;
    }
    if (changes.length === 0) {
      setProblem('Nothing was changed.');
      return;
    }
    setProblem(undefined);
    wantedChange.value = {
      title: `Change ${name}`,
      section: 'mcpServers',
      name,
      fields: changes,
      onWritten: onDone,
    };
  };
  return (
    <form class="form" onSubmit={submit}>
      {shown.map((key) => (
        <label key={key}>
          <span>{TEXTS[key]}</span>
          <input
            type="text"
            name={key}
            defaultValue={String(fields[key] ?? '')}
            spellcheck={false}
            autocomplete="off"
          />
        </label>
      ))}
      {isCommand && (
        <label>
          <span>Arguments, one in a line</span>
          <textarea name="args" rows={Math.max(2, args.length + 1)} defaultValue={args.join('\n')} spellcheck={false} />
        </label>
      )}
      {(isCommand ? ['env'] : ['headers']).map((field) => (
        <Pairs
          key={field}
          legend={field === 'env' ? 'Environment variables' : 'Headers'}
          pairs={pairsOf(fields[field])}
          edits={pairs[field] ?? {}}
          onEdit={(edits) => setPairs({ ...pairs, [field]: edits })}
        />
      ))}
      <label>
        <span>Other fields, as JSON</span>
        <textarea
          name="others"
          rows={Math.min(12, asJson.split('\n').length + 1)}
          defaultValue={asJson}
          spellcheck={false}
        />
      </label>
      <Problem text={problem} />
      <p class="buttons">
        <button type="submit" class="primary">
          Look at the change
        </button>
        <button type="button" onClick={onDone}>
          Cancel
        </button>
      </p>
    </form>
  );
}

function changedJson(before: Fields, text: string): { path: readonly string[]; value: unknown }[] {
  const after = JSON.parse(text) as Fields;
  if (typeof after !== 'object' || after === null || Array.isArray(after)) throw new Error('no object');
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map((key) => ({ path: [key], value: after[key] ?? null }));
}
