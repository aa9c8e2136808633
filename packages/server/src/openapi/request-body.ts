import type { JsonObject } from '@foldout/core';
import { isObject } from '@foldout/core/internal';
import { isBytes, isFile } from './operation-input.ts';
import type { RequestBody } from './operations.ts';
import { encodeStrictly, queryPairs, textOf } from './parameter-styles.ts';

/** What `fetch` sends. */
export type Content = string | FormData | Uint8Array<ArrayBuffer>;

export interface EncodedBody {
  readonly content: Content;
  /** Absent for a multipart form: `fetch` writes it, with the boundary. */
  readonly mediaType?: string;
}

/** Writes a body in its media type. Throws a `TypeError` for a value that the media type cannot carry. */
export function encodeBody(body: RequestBody, value: unknown, fields: JsonObject): EncodedBody {
  const { mediaType } = body;
  if (/^multipart\//i.test(mediaType)) return { content: formOf(body, asFields(value), fields) };
  if (/^application\/x-www-form-urlencoded\b/i.test(mediaType)) {
    return { content: urlEncoded(body, asFields(value)), mediaType };
  }
  if (/json/i.test(mediaType)) return { content: JSON.stringify(value), mediaType };
  if (isBytes(mediaType)) return { content: bytesOf('body', value), mediaType };
  return { content: textOf(value), mediaType };
}

function asFields(value: unknown): JsonObject {
  if (isObject(value)) return value;
  throw new TypeError('the body of a form is an object');
}

function urlEncoded({ encoding }: RequestBody, value: JsonObject): string {
  const pairs = Object.entries(value).flatMap(([name, each]) => {
    const rules = isObject(encoding[name]) ? encoding[name] : {};
    const style = typeof rules['style'] === 'string' ? rules['style'] : 'form';
    const explode = typeof rules['explode'] === 'boolean' ? rules['explode'] : style === 'form';
    if (isObject(each) && rules['style'] === undefined)
      return [`${encodeStrictly(name)}=${encodeStrictly(textOf(each))}`];
    const rest = { in: 'query', required: false, description: undefined, schema: undefined } as const;
    return queryPairs({ ...rest, name, style, explode, allowReserved: false, asJson: false }, each);
  });
  return pairs.join('&');
}

/** `fields` are the schemas of the fields: they say which texts are files. */
function formOf({ encoding }: RequestBody, value: JsonObject, fields: JsonObject): FormData {
  const form = new FormData();
  for (const [name, each] of Object.entries(value)) {
    const rules = isObject(encoding[name]) ? encoding[name] : {};
    const type = typeof rules['contentType'] === 'string' ? (rules['contentType'].split(',')[0] as string) : undefined;
    const schema = isObject(fields[name]) ? fields[name] : {};
    const isList = Array.isArray(each);
    for (const part of isList ? each : [each]) appendPart(form, name, part, isList ? schema['items'] : schema, type);
  }
  return form;
}

function appendPart(form: FormData, name: string, part: unknown, schema: unknown, type: string | undefined): void {
  if (isFile(schema)) {
    form.append(name, new Blob([bytesOf(name, part)], { type: type ?? 'application/octet-stream' }), name);
  } else if (typeof part === 'object' && part !== null) {
    form.append(name, new Blob([JSON.stringify(part)], { type: type ?? 'application/json' }), name);
  } else {
    form.append(name, textOf(part));
  }
}

function bytesOf(name: string, value: unknown): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(String(value)), (character) => character.charCodeAt(0));
  } catch {
    throw new TypeError(`'${name}' is not base64. Encode the bytes of the file as base64`);
  }
}
