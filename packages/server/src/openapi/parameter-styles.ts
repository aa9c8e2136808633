import { isObject } from '@foldout/core/internal';
import type { Parameter } from './operations.ts';

type Encode = (text: string) => string;

/** Half of a character, which has no encoding. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** The value of a parameter in a path, written in its style. */
export function pathText(parameter: Parameter, value: unknown): string {
  const { name, style, explode } = parameter;
  if (style === 'label') return `.${joined(value, explode ? '.' : ',', explode, encodeStrictly)}`;
  if (style !== 'matrix') return joined(value, ',', explode, encodeStrictly);
  const key = encodeStrictly(name);
  if (explode && Array.isArray(value)) return value.map((each) => `;${key}=${encodeStrictly(textOf(each))}`).join('');
  if (explode && isObject(value)) return `;${joined(value, ';', true, encodeStrictly)}`;
  return `;${key}=${joined(value, ',', false, encodeStrictly)}`;
}

/** A parameter of a query, as `name=value` texts. */
export function queryPairs(parameter: Parameter, value: unknown): string[] {
  const { name, style, explode } = parameter;
  const encode = parameter.allowReserved ? encodeButReserved : encodeStrictly;
  const key = encodeStrictly(name);
  if (style === 'deepObject' && isObject(value)) return deepPairs(name, value, encode);
  if (explode && Array.isArray(value)) return value.map((each) => `${key}=${encode(textOf(each))}`);
  if (explode && isObject(value)) {
    return Object.entries(value).map(([inner, each]) => `${encodeStrictly(inner)}=${encode(textOf(each))}`);
  }
  const separator = style === 'spaceDelimited' ? '%20' : style === 'pipeDelimited' ? '%7C' : ',';
  return [`${key}=${joined(value, separator, false, encode)}`];
}

/** Header values are not percent-encoded. */
export function headerText(parameter: Parameter, value: unknown): string {
  return joined(value, ',', parameter.explode, (text) => text);
}

/** `filter[status][]=…` is not part of OpenAPI: a list inside of an object repeats its key. */
function deepPairs(prefix: string, value: unknown, encode: Encode): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => deepPairs(prefix, each, encode));
  if (isObject(value)) {
    return Object.entries(value).flatMap(([key, inner]) => deepPairs(`${prefix}[${key}]`, inner, encode));
  }
  const key = encodeStrictly(prefix).replaceAll('%5B', '[').replaceAll('%5D', ']');
  return [`${key}=${encode(textOf(value))}`];
}

/** `a,b` for a list; `k=v,k=v` for an object that is exploded, and `k,v,k,v` for one that is not. */
function joined(value: unknown, separator: string, explode: boolean, encode: Encode): string {
  if (Array.isArray(value)) return value.map((each) => encode(textOf(each))).join(separator);
  if (!isObject(value)) return encode(textOf(value));
  const pairs = Object.entries(value).map(([key, inner]) => [encode(key), encode(textOf(inner))]);
  return pairs.map((pair) => pair.join(explode ? '=' : separator)).join(separator);
}

export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Encodes everything but the unreserved characters of RFC 3986. */
export function encodeStrictly(text: string): string {
  return encodeURIComponent(text.replaceAll(LONE_SURROGATE, '\uFFFD')).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Leaves reserved characters as they are, except those that would end the value: `&`, `#` and `+`. */
function encodeButReserved(text: string): string {
  return encodeStrictly(text).replaceAll(/%(3A|2F|3F|5B|5D|40|21|24|27|28|29|2A|2C|3B|3D)/g, decodeURIComponent);
}
