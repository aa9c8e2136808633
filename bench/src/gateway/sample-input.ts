import { isObject } from '../read-json.ts';

type Json = Readonly<Record<string, unknown>>;

/** Recursion limit for schemas that refer to themselves. No real input is nested this deeply. */
const MAX_DEPTH = 8;

/** The smallest input that a schema accepts: required properties only. */
export function sampleInput(schema: unknown): Record<string, unknown> {
  const value = sampleOf(schema, { root: schema, depth: 0 });
  return isObject(value) ? { ...value } : {};
}

interface Place {
  readonly root: unknown;
  readonly depth: number;
}

function sampleOf(part: unknown, place: Place): unknown {
  if (!isObject(part) || place.depth > MAX_DEPTH) return 'text';
  const schema = merged(resolved(part, place.root), place);
  const next = { ...place, depth: place.depth + 1 };
  if ('const' in schema) return schema['const'];
  const [value] = listOf(schema['enum']);
  if (value !== undefined) return value;
  if ('default' in schema && schema['default'] !== null) return schema['default'];
  switch (typeOf(schema)) {
    case 'object':
      return objectOf(schema, next);
    case 'array':
      return arrayOf(schema, next);
    case 'number':
    case 'integer':
      return numberOf(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return textOf(schema);
  }
}

/** The schema with its `allOf`, and the first of its `anyOf` or `oneOf`, merged into it. */
function merged(schema: Json, place: Place): Json {
  const [alternative] = [schema['anyOf'], schema['oneOf']].flatMap((choices) =>
    Array.isArray(choices) ? [choices.find((choice) => !isObject(choice) || choice['type'] !== 'null')] : [],
  );
  const parts = [...listOf(schema['allOf']), ...(alternative === undefined ? [] : [alternative])].filter(isObject);
  if (parts.length === 0 || place.depth > MAX_DEPTH) return schema;
  const next = { ...place, depth: place.depth + 1 };
  return parts.map((part) => merged(resolved(part, place.root), next)).reduce(joined, schema);
}

function joined(one: Json, other: Json): Json {
  return {
    ...one,
    ...other,
    properties: { ...(one['properties'] as Json), ...(other['properties'] as Json) },
    required: [...listOf(one['required']), ...listOf(other['required'])],
  };
}

/** Resolves `$ref: '#/…'`; a broken reference becomes the empty schema. */
function resolved(schema: Json, root: unknown): Json {
  let current: unknown = schema;
  for (let hops = 0; isObject(current) && typeof current['$ref'] === 'string' && hops < MAX_DEPTH; hops += 1) {
    const path = current['$ref'].replace(/^#\/?/, '').split('/').filter(Boolean).map(unescaped);
    current = path.reduce<unknown>(
      (at, key) => (isObject(at) || Array.isArray(at) ? (at as Json)[key] : undefined),
      root,
    );
  }
  return isObject(current) ? current : {};
}

function unescaped(part: string): string {
  return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
}

function typeOf(schema: Json): unknown {
  const type = Array.isArray(schema['type']) ? schema['type'].find((one) => one !== 'null') : schema['type'];
  if (type !== undefined) return type;
  if ('properties' in schema || listOf(schema['required']).length > 0) return 'object';
  return 'items' in schema ? 'array' : 'string';
}

function objectOf(schema: Json, place: Place): Json {
  const properties = (schema['properties'] ?? {}) as Json;
  const names = [...new Set(listOf(schema['required']).map(String))];
  const entries = names.map((name): [string, unknown] => [name, sampleOf(properties[name] ?? {}, place)]);
  const missing = Number(schema['minProperties'] ?? 0) - entries.length;
  const others = Object.keys(properties).filter((name) => !names.includes(name));
  const extra = schema['additionalProperties'];
  const more = Array.from({ length: Math.max(missing, 0) }, (_, at): [string, unknown] => {
    const name = others[at];
    return name === undefined ? [`key${at}`, sampleOf(extra, place)] : [name, sampleOf(properties[name], place)];
  });
  return Object.fromEntries([...entries, ...more]);
}

function arrayOf(schema: Json, place: Place): unknown[] {
  const tuple = [schema['prefixItems'], schema['items']].find(Array.isArray) as unknown[] | undefined;
  const wanted = Math.max(Number(schema['minItems'] ?? 0), 0);
  return Array.from({ length: wanted }, (_, at) => {
    const value = sampleOf(tuple?.[at] ?? (isObject(schema['items']) ? schema['items'] : {}), place);
    return schema['uniqueItems'] && at > 0 && typeof value === 'string' ? `${value}${at}` : value;
  });
}

function numberOf(schema: Json): number {
  const step = typeof schema['multipleOf'] === 'number' ? schema['multipleOf'] : 1;
  const above = schema['exclusiveMinimum'];
  const below = schema['exclusiveMaximum'];
  const least = typeof above === 'number' ? above + step : Number(schema['minimum'] ?? Number.NEGATIVE_INFINITY);
  const most = typeof below === 'number' ? below - step : Number(schema['maximum'] ?? Number.POSITIVE_INFINITY);
  if (least > most) return (Number(above ?? least) + Number(below ?? most)) / 2;
  const wanted = Math.min(Math.max(step, least), most);
  return Number.isInteger(wanted / step) ? wanted : Math.min(Math.ceil(wanted / step) * step, most);
}

/** The formats that servers validate most often. */
const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  email: 'someone@example.org',
  uri: 'https://example.org/',
  url: 'https://example.org/',
  uuid: '6f1f5f0e-6b0a-4f0e-9c1d-0a8f5b2c7d11',
};

function textOf(schema: Json): string {
  const text = FORMATS[String(schema['format'])] ?? 'text';
  const least = Number(schema['minLength'] ?? 0);
  const most = Number(schema['maxLength'] ?? Number.POSITIVE_INFINITY);
  return text.padEnd(least, 'x').slice(0, most);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
