export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type Schema = Readonly<Record<string, unknown>>;

/** References inside references end here: a schema may contain itself. */
const MAX_DEPTH = 8;

export type Kind = 'text' | 'number' | 'boolean' | 'choice' | 'object' | 'list' | 'map' | 'variants' | 'json';

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The schema with its reference followed, its `allOf` merged, and `null` taken out of its types. */
export function resolved(schema: unknown, root: Schema, depth = 0): Schema {
  if (!isObject(schema) || depth > MAX_DEPTH) return {};
  const { $ref, allOf, ...rest } = schema;
  let found: Schema = rest;
  if (typeof $ref === 'string') found = { ...resolved(at(root, $ref), root, depth + 1), ...found };
  for (const part of Array.isArray(allOf) ? allOf : []) found = merged(found, resolved(part, root, depth + 1));
  return found;
}

function at(root: Schema, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined;
  return reference
    .slice(1)
    .split('/')
    .filter(Boolean)
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, step) => (isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined), root);
}

function merged(a: Schema, b: Schema): Schema {
  const properties = { ...propertiesOf(a), ...propertiesOf(b) };
  const required = [...requiredOf(a), ...requiredOf(b)];
  return {
    ...a,
    ...b,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

export function propertiesOf({ properties }: Schema): Schema {
  return isObject(properties) ? properties : {};
}

export function requiredOf({ required }: Schema): readonly string[] {
  return Array.isArray(required) ? required.filter((name): name is string => typeof name === 'string') : [];
}

/** The other schemas that a value may have, without `null`. */
export function variantsOf(schema: Schema, root: Schema): readonly Schema[] {
  const all = [schema['oneOf'], schema['anyOf']].find(Array.isArray) ?? [];
  return all.map((one) => resolved(one, root)).filter((one) => one['type'] !== 'null' && one['const'] !== null);
}

function typeOf({ type }: Schema): string | undefined {
  const types = (Array.isArray(type) ? type : [type]).filter((one) => one !== 'null');
  return types.length === 1 && typeof types[0] === 'string' ? types[0] : undefined;
}

export function choicesOf(schema: Schema): readonly Json[] | undefined {
  if (Array.isArray(schema['enum'])) return schema['enum'] as Json[];
  return Object.hasOwn(schema, 'const') ? [schema['const'] as Json] : undefined;
}

/** Which input fits a schema. `json`: none does, so the value is written as JSON. */
export function kindOf(schema: Schema, root: Schema): Kind {
  if (choicesOf(schema)) return 'choice';
  const variants = variantsOf(schema, root);
  if (variants.length > 0) return 'variants';
  const type = typeOf(schema);
  if (type === 'string') return 'text';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'boolean') return 'boolean';
  if (type === 'array') return 'list';
  if (Object.keys(propertiesOf(schema)).length > 0) return 'object';
  if (type === 'object') return isObject(schema['additionalProperties']) ? 'map' : 'json';
  return 'json';
}

/** A first value: the default, else an empty one of the type, with required properties only. */
export function startValue(schema: unknown, root: Schema, depth = 0): Json {
  const found = resolved(schema, root);
  if (Object.hasOwn(found, 'default')) return found['default'] as Json;
  const choices = choicesOf(found);
  if (choices) return choices[0] ?? null;
  switch (kindOf(found, root)) {
    case 'text':
      return '';
    case 'number':
      return typeof found['minimum'] === 'number' ? found['minimum'] : 0;
    case 'boolean':
      return false;
    case 'list':
      return [];
    case 'variants':
      return startValue(variantsOf(found, root)[0], root, depth + 1);
    case 'object':
      return depth > MAX_DEPTH ? {} : startObject(found, root, depth);
    default:
      return typeOf(found) === 'object' ? {} : null;
  }
}

function startObject(schema: Schema, root: Schema, depth: number): Json {
  const properties = propertiesOf(schema);
  const wanted = Object.keys(properties).filter(
    (name) => requiredOf(schema).includes(name) || hasDefault(properties[name]),
  );
  return Object.fromEntries(wanted.map((name) => [name, startValue(properties[name], root, depth + 1)]));
}

function hasDefault(schema: unknown): boolean {
  return isObject(schema) && Object.hasOwn(schema, 'default');
}

/** Whether a value could be of this variant. */
export function looksLike(schema: Schema, value: Json, root: Schema): boolean {
  const choices = choicesOf(schema);
  if (choices) return choices.includes(value);
  switch (kindOf(schema, root)) {
    case 'text':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'list':
      return Array.isArray(value);
    case 'object': {
      if (!isObject(value)) return false;
      const properties = propertiesOf(schema);
      return requiredOf(schema).every(
        (name) => Object.hasOwn(value, name) && fitsConstant(resolved(properties[name], root), value[name] as Json),
      );
    }
    case 'map':
      return isObject(value);
    default:
      return true;
  }
}

function fitsConstant(schema: Schema, value: Json): boolean {
  return choicesOf(schema)?.includes(value) ?? true;
}
