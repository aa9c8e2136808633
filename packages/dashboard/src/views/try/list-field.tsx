import type { GroupProps } from './field-props.ts';
import { isObject, type Json, startValue } from './schema.ts';

/** The items of a list. */
export function ListField({ name, schema, root, value, onValue, Field }: GroupProps) {
  const items = Array.isArray(value) ? (value as readonly Json[]) : [];
  const places = Array.isArray(schema['prefixItems']) ? schema['prefixItems'] : [];
  const schemaAt = (index: number): unknown => places[index] ?? (isObject(schema['items']) ? schema['items'] : {});
  return (
    <>
      {items.map((item, index) => (
        <div key={index} class="list-item">
          <Field
            name={`${name} ${index + 1}`}
            schema={schemaAt(index)}
            root={root}
            required
            value={item}
            onValue={(next) => onValue(items.map((one, at) => (at === index ? (next ?? null) : one)))}
          />
          <button type="button" class="small" onClick={() => onValue(items.filter((_, at) => at !== index))}>
            Remove
            <span class="unseen">
              {' '}
              {name} {index + 1}
            </span>
          </button>
        </div>
      ))}
      <button type="button" class="small" onClick={() => onValue([...items, startValue(schemaAt(items.length), root)])}>
        Add an item<span class="unseen"> to {name}</span>
      </button>
    </>
  );
}
