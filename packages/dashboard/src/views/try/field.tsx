import { useId } from 'preact/hooks';
import type { FieldProps } from './field-props.ts';
import { JsonInput } from './json-input.tsx';
import { ListField } from './list-field.tsx';
import { MapField } from './map-field.tsx';
import { ObjectField } from './object-field.tsx';
import { choicesOf, type Json, kindOf, looksLike, resolved, type Schema, startValue, variantsOf } from './schema.ts';

/** The input for one value of a JSON Schema. */
export function Field(props: FieldProps) {
  const { name, schema, root, required = false, value, onValue } = props;
  const id = useId();
  const found = resolved(schema, root);
  const kind = kindOf(found, root);
  const description = typeof found['description'] === 'string' ? found['description'] : undefined;
  const inner = { ...props, schema: found };
  if (kind === 'object' || kind === 'list' || kind === 'map') {
    const Part = { object: ObjectField, list: ListField, map: MapField }[kind];
    return (
      <fieldset class="field-group">
        <legend>
          {name} {!required && <small>optional</small>}
        </legend>
        {description !== undefined && <p class="hint">{description}</p>}
        {value === undefined ? (
          <button type="button" class="small" onClick={() => onValue(startValue(found, root))}>
            Add<span class="unseen"> {name}</span>
          </button>
        ) : (
          <>
            <Part {...inner} Field={Field} />
            {!required && (
              <button type="button" class="small" onClick={() => onValue(undefined)}>
                Leave out<span class="unseen"> {name}</span>
              </button>
            )}
          </>
        )}
      </fieldset>
    );
  }
  return (
    <div class="field">
      <label for={id}>
        {name} {!required && <small>optional</small>}
      </label>
      {description !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {description}
        </p>
      )}
      {kind === 'variants' ? <Variants {...inner} id={id} /> : <Plain {...inner} id={id} kind={kind} />}
    </div>
  );
}

type InnerProps = FieldProps & { readonly schema: Schema; readonly id: string };

function Variants({ id, schema, root, value, onValue, name }: InnerProps) {
  const variants = variantsOf(schema, root);
  const chosen = value === undefined ? -1 : variants.findIndex((variant) => looksLike(variant, value, root));
  const variant = variants[chosen];
  return (
    <>
      <select
        id={id}
        value={String(chosen)}
        onChange={({ currentTarget }) => {
          const next = variants[Number(currentTarget.value)];
          onValue(next && startValue(next, root));
        }}
      >
        <option value="-1">left out</option>
        {variants.map((one, index) => (
          <option key={index} value={String(index)}>
            {titleOf(one, index)}
          </option>
        ))}
      </select>
      {variant && (
        <Field
          name={`${name}: ${titleOf(variant, chosen)}`}
          schema={variant}
          root={root}
          required
          value={value}
          onValue={onValue}
        />
      )}
    </>
  );
}

function titleOf(schema: Schema, index: number): string {
  const { title, type } = schema;
  if (typeof title === 'string') return title;
  const choices = choicesOf(schema);
  if (choices) return choices.map(String).join(', ').slice(0, 40);
  return typeof type === 'string' ? type : `variant ${index + 1}`;
}

function Plain({ id, kind, schema, value, onValue, name, required = false }: InnerProps & { readonly kind: string }) {
  if (kind === 'choice') {
    const choices = choicesOf(schema) ?? [];
    return (
      <select
        id={id}
        value={value === undefined ? '' : JSON.stringify(value)}
        onChange={({ currentTarget: { value: text } }) => onValue(text === '' ? undefined : (JSON.parse(text) as Json))}
      >
        {(!required || value === undefined) && <option value="">left out</option>}
        {choices.map((choice) => (
          <option key={JSON.stringify(choice)} value={JSON.stringify(choice)}>
            {typeof choice === 'string' ? choice : JSON.stringify(choice)}
          </option>
        ))}
      </select>
    );
  }
  if (kind === 'boolean') {
    return (
      <select
        id={id}
        value={value === undefined ? '' : String(value)}
        onChange={({ currentTarget: { value: text } }) => onValue(text === '' ? undefined : text === 'true')}
      >
        <option value="">left out</option>
        <option value="true">true</option>
        <option value="false">false</option>
      </select>
    );
  }
  if (kind === 'number') {
    return (
      <input
        id={id}
        type="text"
        inputMode="decimal"
        value={value === undefined ? '' : String(value)}
        onInput={({ currentTarget: { value: text } }) => {
          if (text.trim() === '') onValue(undefined);
          else onValue(Number.isNaN(Number(text)) ? text : Number(text));
        }}
      />
    );
  }
  if (kind === 'text') {
    const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
    const isLong =
      text.includes('\n') || Number(schema['maxLength']) > 300 || /body|content|text|query|code/i.test(name);
    const onInput = ({ currentTarget }: { readonly currentTarget: { readonly value: string } }): void =>
      onValue(currentTarget.value === '' && !required ? undefined : currentTarget.value);
    const placeholder = typeof schema['format'] === 'string' ? schema['format'] : '';
    return isLong ? (
      <textarea id={id} rows={3} value={text} placeholder={placeholder} onInput={onInput} />
    ) : (
      <input
        id={id}
        type="text"
        value={text}
        placeholder={placeholder}
        spellcheck={false}
        autocomplete="off"
        onInput={onInput}
      />
    );
  }
  return <JsonInput id={id} value={value} onValue={onValue} rows={3} />;
}
