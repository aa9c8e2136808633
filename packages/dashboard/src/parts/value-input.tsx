import { useId } from 'preact/hooks';

interface ValueInputProps {
  readonly label: string;
  readonly value: string;
  /** The value is not shown while it is typed. */
  readonly isSecret: boolean;
  readonly placeholder?: string;
  readonly onValue: (value: string) => void;
}

/** An input for a value that may be a secret. */
export function ValueInput({ label, value, isSecret, placeholder = '', onValue }: ValueInputProps) {
  const onInput = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }): void =>
    onValue(currentTarget.value);
  const id = useId();
  const common = { id, value, placeholder, onInput, spellcheck: false } as const;
  return (
    <label for={id}>
      <span>{label}</span>
      {isSecret ? (
        <input {...common} type="password" autocomplete="off" />
      ) : (
        <input {...common} type="text" autocomplete="off" />
      )}
    </label>
  );
}
