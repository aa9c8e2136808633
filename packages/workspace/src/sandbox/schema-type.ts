import type { JsonSchema } from '@foldout/core';

const MAX_DEPTH = 6;

interface Place {
  readonly root: unknown;
  readonly depth: number;
  readonly refs: readonly string[];
}

/** A JSON Schema as a TypeScript type that a script is checked against. What it cannot say is `any`, never an error. */
export function schemaType(schema: JsonSchema): string {
  return write(schema, { root: schema, depth: 0, refs: [] });
}

function write(schema: unknown, place: Place): string {
  if (!isObject(schema) || place.depth > MAX_DEPTH) return 'any';
  const inner: Place = { ...place, depth: place.depth + 1 };
  const { $ref, enum: values, anyOf, oneOf, allOf, type } = schema;
  if (typeof $ref === 'string') return writeReference($ref, inner);
  if (Object.hasOwn(schema, 'const')) return literal(schema['const']);
  if (Array.isArray(values)) return joined(values.map(literal), ' | ');
  const options = anyOf ?? oneOf;
  if (Array.isArray(options))
    return joined(
      options.map((option) => write(option, inner)),
      ' | ',
    );
  if (Array.isArray(allOf))
    return joined(
      allOf.map((part) => write(part, inner)),
      ' & ',
    );
  const types = Array.isArray(type) ? type : [type ?? (isObject(schema['properties']) ? 'object' : undefined)];
  return joined(
    types.map((one) => writeType(one, schema, inner)),
    ' | ',
  );
}

function writeType(type: unknown, schema: JsonSchema, place: Place): string {
  if (type === 'string' || type === 'boolean' || type === 'null') return type;
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'array') return `Array<${write(schema['items'], place)}>`;
  return type === 'object' ? writeObject(schema, place) : 'any';
}

function writeObject({ properties, required, additionalProperties }: JsonSchema, place: Place): string {
  if (!isObject(properties)) return `Record<string, ${write(additionalProperties, place)}>`;
  const needed = new Set(Array.isArray(required) ? required : []);
  const fields = Object.entries(properties).map(
    ([key, value]) => `${JSON.stringify(key)}${needed.has(key) ? '' : '?'}: ${write(value, place)}`,
  );
  return `{ ${fields.join('; ')} }`;
}

/** Only references into the same schema; a type that holds itself is `any` where it does. */
function writeReference(ref: string, place: Place): string {
  if (!ref.startsWith('#') || place.refs.includes(ref)) return 'any';
  let target: unknown = place.root;
  for (const part of ref.slice(1).split('/').filter(Boolean)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    target = isObject(target) && Object.hasOwn(target, key) ? target[key] : undefined;
  }
  return write(target, { ...place, refs: [...place.refs, ref] });
}

function literal(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) || value === null ? JSON.stringify(value) : 'any';
}

function joined(types: readonly string[], operator: string): string {
  const distinct = [...new Set(types)];
  if (distinct.length === 0) return 'never';
  return distinct.length === 1 ? (distinct[0] as string) : `(${distinct.map((type) => `(${type})`).join(operator)})`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
