import { useState } from 'preact/hooks';
import type { GroupProps } from './field-props.ts';
import { isObject, type Json, startValue } from './schema.ts';

/** An object with any keys, whose values have one schema. */
export function MapField({ name, schema, root, value, onValue, Field }: GroupProps) {
  const [key, setKey] = useState('');
  const entries = isObject(value) ? (value as Readonly<Record<string, Json>>) : {};
  const inner = schema['additionalProperties'];
  const add = (): void => {
    if (key === '' || Object.hasOwn(entries, key)) return;
    onValue({ ...entries, [key]: startValue(inner, root) });
    setKey('');
  };
  return (
    <>
      {Object.entries(entries).map(([one, item]) => (
        <Field
          key={one}
          name={one}
          schema={inner}
          root={root}
          value={item}
          onValue={(next) => {
            const { [one]: _before, ...others } = entries;
            onValue(next === undefined ? others : { ...entries, [one]: next });
          }}
        />
      ))}
      <div class="pair">
        <label>
          <span class="unseen">Name of a new entry of {name}</span>
          <input
            type="text"
            value={key}
            placeholder="name"
            onInput={({ currentTarget }) => setKey(currentTarget.value)}
          />
        </label>
        <button type="button" class="small" onClick={add}>
          Add<span class="unseen"> to {name}</span>
        </button>
      </div>
    </>
  );
}
