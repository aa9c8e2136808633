import type { GroupProps } from './field-props.ts';
import { isObject, type Json, propertiesOf, requiredOf } from './schema.ts';

/** The properties of an object. */
export function ObjectField({ schema, root, value, onValue, Field }: GroupProps) {
  const fields = isObject(value) ? (value as Readonly<Record<string, Json>>) : {};
  const required = requiredOf(schema);
  const names = Object.keys(propertiesOf(schema));
  // What a call cannot do without comes first.
  const sorted = [...names].sort((a, b) => Number(required.includes(b)) - Number(required.includes(a)));
  const set = (name: string, next: Json | undefined): void => {
    const { [name]: _before, ...others } = fields;
    onValue(next === undefined ? others : { ...fields, [name]: next });
  };
  return (
    <>
      {sorted.map((name) => (
        <Field
          key={name}
          name={name}
          schema={propertiesOf(schema)[name]}
          root={root}
          required={required.includes(name)}
          value={Object.hasOwn(fields, name) ? fields[name] : undefined}
          onValue={(next) => set(name, next)}
        />
      ))}
    </>
  );
}
