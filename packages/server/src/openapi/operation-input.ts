import type { JsonObject, JsonSchema } from '@foldout/core';
import { isObject } from '@foldout/core/internal';
import type { Operation, Parameter, RequestBody } from './operations.ts';
import type { References } from './references.ts';
import { StandaloneSchemas } from './standalone-schema.ts';

/** Where the fields of an input go in the request. */
export interface InputPlan {
  readonly schema: JsonSchema;
  /** Field of the input → parameter. */
  readonly parameters: ReadonlyMap<string, Parameter>;
  /** The fields of the input that make the body, or the one field that is the body. */
  readonly body: { readonly fields: readonly string[] } | { readonly field: string } | undefined;
}

/** Keywords that make a body more than a list of fields. */
const COMPOSED = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'patternProperties'];

/**
 * Plans the input of an operation: a field for each parameter, and a field for each property of the body. A body that is
 * no plain object, or that has a property with the name of a parameter, is one field named `body`.
 */
export function planInput(operation: Operation, references: References): InputPlan {
  const schemas = new StandaloneSchemas(references, 'input');
  const parameters = namedParameters(operation.parameters);
  const properties: [string, unknown][] = [];
  const required: string[] = [];
  for (const [field, parameter] of parameters) {
    properties.push([field, described(schemas.copy(parameter.schema), parameter.description)]);
    if (parameter.required) required.push(field);
  }
  const body = operation.body && planBody(operation.body, { references, schemas, parameters });
  properties.push(...(body?.properties ?? []));
  required.push(...(body?.required ?? []));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
    ...schemas.definitions,
  };
  return { schema, parameters, body: body?.plan };
}

/** A name in two places (`id` in the path and in the query): the second field is called `id_query`. */
function namedParameters(parameters: readonly Parameter[]): Map<string, Parameter> {
  const named = new Map<string, Parameter>();
  for (const parameter of parameters) {
    named.set(named.has(parameter.name) ? `${parameter.name}_${parameter.in}` : parameter.name, parameter);
  }
  return named;
}

interface BodyParts {
  readonly references: References;
  readonly schemas: StandaloneSchemas;
  readonly parameters: ReadonlyMap<string, Parameter>;
}

interface PlannedBody {
  readonly plan: NonNullable<InputPlan['body']>;
  readonly properties: readonly [string, unknown][];
  readonly required: readonly string[];
}

function planBody(body: RequestBody, { references, schemas, parameters }: BodyParts): PlannedBody {
  const resolved = references.resolve(body.schema);
  if (isPlainObject(resolved)) {
    const copied = withFiles(body.mediaType, schemas.copy(resolved) as JsonObject);
    const properties = Object.entries(copied['properties'] as JsonObject);
    if (properties.length > 0 && !properties.some(([name]) => parameters.has(name))) {
      const required = body.required ? ((copied['required'] as string[] | undefined) ?? []) : [];
      return { plan: { fields: properties.map(([name]) => name) }, properties, required };
    }
  }
  let field = 'body';
  while (parameters.has(field)) field = `request_${field}`;
  const copied = withFiles(body.mediaType, schemas.copy(body.schema) as JsonObject);
  const property = isText(body.mediaType) ? copied : fileOr(copied, isBytes(body.mediaType));
  return {
    plan: { field },
    properties: [[field, described(property, body.description)]],
    required: body.required ? [field] : [],
  };
}

function isPlainObject(schema: JsonObject): boolean {
  const open = schema['additionalProperties'];
  if (open === true || isObject(open) || COMPOSED.some((keyword) => schema[keyword] !== undefined)) return false;
  return isObject(schema['properties']);
}

function described(schema: unknown, description: string | undefined): unknown {
  if (description === undefined || !isObject(schema) || schema['description'] !== undefined) return schema;
  const { title: _title, ...rest } = schema;
  return { ...rest, description };
}

function isText(mediaType: string): boolean {
  return /^text\//i.test(mediaType);
}

/** A body that is neither JSON nor a form nor a text is sent as it is. */
export function isBytes(mediaType: string): boolean {
  return !isText(mediaType) && !/json|^multipart\/|^application\/x-www-form-urlencoded\b|xml/i.test(mediaType);
}

/** A file in a form is sent as base64: JSON has no bytes. */
function withFiles(mediaType: string, schema: JsonObject): JsonObject {
  if (!/^multipart\//i.test(mediaType) || !isObject(schema['properties'])) return schema;
  const properties = Object.entries(schema['properties']).map(([name, property]) => {
    const inner = isObject(property) && property['type'] === 'array' ? property['items'] : undefined;
    if (inner !== undefined) return [name, { ...(property as JsonObject), items: fileOr(inner, isFile(inner)) }];
    return [name, fileOr(property, isFile(property))];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Written `format: binary` up to OpenAPI 3.0, and with a media type but no encoding in 3.1. */
export function isFile(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  const { format, contentMediaType, contentEncoding } = schema;
  return format === 'binary' || contentEncoding === 'base64' || contentMediaType === 'application/octet-stream';
}

function fileOr(schema: unknown, file: boolean): unknown {
  if (!file) return schema;
  const description = isObject(schema) ? schema['description'] : undefined;
  return { type: 'string', contentEncoding: 'base64', ...(description !== undefined && { description }) };
}
