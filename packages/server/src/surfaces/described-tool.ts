import type { JsonSchema, Tool } from '@foldout/core';
import { isObject, own, propertiesOf } from '@foldout/core/internal';

export interface DescribedInput {
  /** Parameter → its schema, with `required` beside the type. See `parameterOf` for the exceptions. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The rest of the input schema, such as `$defs`, `oneOf` and `additionalProperties`. Absent if there is none. */
  readonly schema?: JsonSchema;
}

/** An input schema as parameters. Nothing is lost but `$schema` and `type: 'object'`, which every input schema has. */
export function describedInput(inputSchema: JsonSchema): DescribedInput {
  const properties = propertiesOf(inputSchema);
  const parameters = Object.fromEntries(
    properties.map(({ key, schema, required }) => [key, parameterOf(schema, required)]),
  );
  const { properties: _properties, required, $schema, type, ...rest } = inputSchema;
  const names = new Set(properties.map(({ key }) => key));
  // A name can be required without a schema of its own.
  const others = Array.isArray(required) ? required.filter((name) => !names.has(name)) : [];
  const schema = {
    ...(type !== undefined && type !== 'object' && { type }),
    ...(others.length > 0 && { required: others }),
    ...rest,
  };
  return { parameters, ...(Object.keys(schema).length > 0 && { schema }) };
}

/**
 * Adds `required`: whether the parameter is required. An object parameter's own list `required` moves to
 * `required_properties`. A schema with another use of these names is nested unchanged under `schema`.
 */
function parameterOf(schema: unknown, required: boolean): unknown {
  if (!isObject(schema) || own(schema, 'schema') !== undefined || own(schema, 'required_properties') !== undefined)
    return { required, schema };
  const { required: inner, ...rest } = schema;
  if (inner === undefined) return { ...rest, required };
  return Array.isArray(inner) ? { ...rest, required, required_properties: inner } : { required, schema };
}

/** Writes an example as a person would: `search_context(query='patterns', limit=5)`. */
export function invocation(name: string, { title, input, output }: Tool['examples'][number]) {
  const args = Object.entries(input).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return {
    description: title,
    invocation: `${name}(${args.join(', ')})`,
    ...(output !== undefined && { expected_output: output }),
  };
}
