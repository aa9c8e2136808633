import type { JsonObject } from '@foldout/core';
import { isObject } from '@foldout/core/internal';
import type { References } from './references.ts';
import { serverOf } from './servers.ts';

/** What an `include` or a `naming` function knows of an operation. */
export interface OpenApiOperation {
  readonly method: string;
  readonly path: string;
  readonly operationId?: string | undefined;
  readonly summary?: string | undefined;
  readonly description?: string | undefined;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** The base URL that the document names; undefined if it names none. */
  readonly server?: string | undefined;
}

export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie';

export interface Parameter {
  readonly name: string;
  readonly in: ParameterPlace;
  readonly required: boolean;
  readonly description: string | undefined;
  readonly style: string;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** True if the value is sent as JSON text (`content` instead of `schema`). */
  readonly asJson: boolean;
  readonly schema: unknown;
}

export interface RequestBody {
  readonly required: boolean;
  readonly description: string | undefined;
  readonly mediaType: string;
  readonly schema: unknown;
  readonly encoding: JsonObject;
}

export interface Operation extends OpenApiOperation {
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
  readonly responses: JsonObject;
  /** Alternatives: each names the schemes that are needed together. Empty: no sign-in. */
  readonly security: readonly JsonObject[];
  readonly examples: readonly { readonly title: string; readonly body: unknown }[];
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const PLACES = ['path', 'query', 'header', 'cookie'];
/** OpenAPI says that parameters with these names are ignored: other parts of a document describe them. */
const IGNORED_HEADERS = new Set(['accept', 'content-type', 'authorization']);
const DEFAULT_STYLES = { path: 'simple', header: 'simple', query: 'form', cookie: 'form' } as const;
/** The body that a model can write best comes first. */
const MEDIA_TYPES = [/^application\/json\b/i, /\+json\b/i, /^application\/x-www-form-urlencoded\b/i, /^multipart\//i];

/** Every operation of a document (version 3.1), in the order of the document. */
export function operationsOf(document: JsonObject, references: References): Operation[] {
  const paths = isObject(document['paths']) ? document['paths'] : {};
  return Object.entries(paths).flatMap(([path, value]) => {
    const item = references.resolve(value);
    return METHODS.filter((method) => isObject(item[method])).map((method) =>
      readOperation({ document, path, item, method, references }),
    );
  });
}

interface Place {
  readonly document: JsonObject;
  readonly path: string;
  readonly item: JsonObject;
  readonly method: string;
  readonly references: References;
}

function readOperation({ document, path, item, method, references }: Place): Operation {
  const operation = item[method] as JsonObject;
  const body = readBody(operation['requestBody'], references);
  const security = operation['security'] ?? document['security'];
  return {
    method: method.toUpperCase(),
    path,
    operationId: textIn(operation, 'operationId'),
    summary: textIn(operation, 'summary') ?? textIn(item, 'summary'),
    description: textIn(operation, 'description') ?? textIn(item, 'description'),
    tags: listIn(operation['tags']).filter((tag): tag is string => typeof tag === 'string' && tag !== ''),
    deprecated: operation['deprecated'] === true,
    parameters: readParameters(path, [item['parameters'], operation['parameters']], references),
    body,
    responses: isObject(operation['responses']) ? operation['responses'] : {},
    security: listIn(security).filter(isObject),
    server: serverOf([operation['servers'], item['servers'], document['servers']]),
    examples: bodyExamples(operation['requestBody'], body?.mediaType, references),
  };
}

/** The parameters of the path and of the operation; the operation replaces those of the same name and place. */
function readParameters(path: string, lists: readonly unknown[], references: References): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const value of lists.flatMap(listIn)) {
    const parameter = readParameter(references.resolve(value), references);
    if (parameter) found.set(`${parameter.in} ${parameter.name}`, parameter);
  }
  // A document may use a name in its path without declaring it. A request could not be sent without a value.
  for (const [, name = ''] of path.matchAll(/\{([^{}]+)\}/g)) {
    if (!found.has(`path ${name}`)) found.set(`path ${name}`, undeclared(name));
  }
  return [...found.values()].filter((each) => each.in !== 'path' || path.includes(`{${each.name}}`));
}

function readParameter(value: JsonObject, references: References): Parameter | undefined {
  const name = textIn(value, 'name');
  const place = value['in'] as ParameterPlace;
  if (name === undefined || !PLACES.includes(place)) return undefined;
  if (place === 'header' && IGNORED_HEADERS.has(name.toLowerCase())) return undefined;
  const [content] = Object.values(isObject(value['content']) ? value['content'] : {});
  const style = textIn(value, 'style') ?? DEFAULT_STYLES[place];
  return {
    name,
    in: place,
    required: place === 'path' || value['required'] === true,
    description: textIn(value, 'description'),
    style,
    explode: typeof value['explode'] === 'boolean' ? value['explode'] : style === 'form',
    allowReserved: value['allowReserved'] === true,
    asJson: isObject(content),
    schema: isObject(content) ? references.resolve(content)['schema'] : value['schema'],
  };
}

function undeclared(name: string): Parameter {
  const rest = { style: 'simple', explode: false, allowReserved: false, asJson: false };
  return { name, in: 'path', required: true, description: undefined, schema: { type: 'string' }, ...rest };
}

function readBody(value: unknown, references: References): RequestBody | undefined {
  if (value === undefined) return undefined;
  const body = references.resolve(value);
  const content = isObject(body['content']) ? body['content'] : {};
  const mediaType = preferredMediaType(Object.keys(content));
  if (mediaType === undefined) return undefined;
  const media = references.resolve(content[mediaType]);
  return {
    required: body['required'] === true,
    description: textIn(body, 'description'),
    mediaType,
    schema: media['schema'],
    encoding: isObject(media['encoding']) ? media['encoding'] : {},
  };
}

function preferredMediaType(types: readonly string[]): string | undefined {
  for (const wanted of MEDIA_TYPES) {
    const found = types.find((type) => wanted.test(type));
    if (found !== undefined) return found;
  }
  // A range such as */* names no type to send.
  return types.find((type) => !type.includes('*')) ?? (types.length > 0 ? 'application/json' : undefined);
}

function bodyExamples(value: unknown, mediaType: string | undefined, references: References): Operation['examples'] {
  const content = references.resolve(value)['content'];
  const media = references.resolve(isObject(content) && mediaType ? content[mediaType] : undefined);
  const named = isObject(media['examples']) ? Object.entries(media['examples']) : [];
  const examples = named.map(([name, each]) => {
    const example = references.resolve(each);
    return { title: textIn(example, 'summary') ?? name, body: example['value'] };
  });
  if (media['example'] !== undefined) examples.unshift({ title: 'Example', body: media['example'] });
  return examples.filter(({ body }) => body !== undefined);
}

function textIn(value: JsonObject, key: string): string | undefined {
  const text = value[key];
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}

function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
