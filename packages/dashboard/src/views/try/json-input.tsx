import { useEffect, useState } from 'preact/hooks';
import type { Json } from './schema.ts';

interface JsonInputProps {
  readonly id: string;
  readonly value: Json | undefined;
  readonly onValue: (value: Json | undefined) => void;
  readonly rows: number;
}

/** A value as JSON. While the text is no JSON, the last value stays. */
export function JsonInput({ id, value, onValue, rows }: JsonInputProps) {
  const written = value === undefined ? '' : JSON.stringify(value, null, 2);
  const [text, setText] = useState(written);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    if (!isBroken && !isSame(text, value)) setText(written);
  }, [written]);
  const onInput = (next: string): void => {
    setText(next);
    try {
      onValue(next.trim() === '' ? undefined : (JSON.parse(next) as Json));
      setBroken(false);
    } catch {
      setBroken(true);
    }
  };
  return (
    <>
      <textarea
        id={id}
        rows={rows}
        value={text}
        spellcheck={false}
        aria-invalid={isBroken}
        aria-describedby={isBroken ? `${id}-broken` : undefined}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      {isBroken && (
        <p class="bad-text" id={`${id}-broken`} role="status">
          This is no JSON.
        </p>
      )}
    </>
  );
}

function isSame(text: string, value: Json | undefined): boolean {
  try {
    return JSON.stringify(text.trim() === '' ? undefined : JSON.parse(text)) === JSON.stringify(value);
  } catch {
    return false;
  }
}
