import type { JsonObject } from '@foldout/core';
import { isObject } from '@foldout/core/internal';
import type { InputPlan } from './operation-input.ts';
import type { Operation, Parameter } from './operations.ts';
import { encodeStrictly, headerText, pathText, queryPairs, textOf } from './parameter-styles.ts';
import { type Content, encodeBody } from './request-body.ts';

export interface ApiRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body?: Content;
}

/** Builds the request of a call. Throws a `TypeError` for a value that a request cannot carry. */
export function buildRequest(operation: Operation, plan: InputPlan, base: URL, input: JsonObject): ApiRequest {
  const query: string[] = [];
  const cookies: string[] = [];
  const headers = new Headers({ accept: 'application/json, */*;q=0.5' });
  let path = operation.path;
  for (const [field, parameter] of plan.parameters) {
    const given = input[field];
    if (given === undefined) continue;
    const value = parameter.asJson ? JSON.stringify(given) : given;
    if (parameter.in === 'path') path = withValue(path, parameter, value);
    else if (parameter.in === 'query') query.push(...queryPairs(parameter, value));
    else if (parameter.in === 'header') headers.set(parameter.name, headerText(parameter, value));
    else cookies.push(`${encodeStrictly(parameter.name)}=${encodeStrictly(textOf(value))}`);
  }
  if (cookies.length > 0) headers.set('cookie', cookies.join('; '));
  const body = encodedBody(operation, plan, input);
  if (body?.mediaType) headers.set('content-type', body.mediaType);
  const url = joinedUrl(base, path, query);
  return { method: operation.method, url, headers, ...(body && { body: body.content }) };
}

function withValue(path: string, parameter: Parameter, value: unknown): string {
  const text = pathText(parameter, value);
  if (text === '') throw new TypeError(`'${parameter.name}' is empty, and it is a part of the path`);
  return path.replaceAll(`{${parameter.name}}`, () => text);
}

/** The path is appended to the path of the base. A value must not lead to another path: `..` is no part of one. */
function joinedUrl(base: URL, path: string, query: readonly string[]): URL {
  if (path.split('/').some((part) => /^\.{1,2}$/.test(part))) {
    throw new TypeError(`the path ${path.slice(0, 200)} has a part that leads to another path`);
  }
  const url = new URL(base);
  url.pathname = `${base.pathname.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
  const [, ...own] = base.search.split('?');
  url.search = [...own, ...query].filter((part) => part !== '').join('&');
  url.hash = '';
  return url;
}

function encodedBody(operation: Operation, { body, schema }: InputPlan, input: JsonObject) {
  if (!operation.body || !body) return undefined;
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  if ('field' in body) {
    const value = input[body.field];
    const inner = properties[body.field];
    const fields = isObject(inner) && isObject(inner['properties']) ? inner['properties'] : {};
    return value === undefined ? undefined : encodeBody(operation.body, value, fields);
  }
  const given = body.fields.filter((field) => Object.hasOwn(input, field) && input[field] !== undefined);
  if (given.length === 0 && !operation.body.required) return undefined;
  return encodeBody(operation.body, Object.fromEntries(given.map((field) => [field, input[field]])), properties);
}
