import { isDeepStrictEqual } from 'node:util';
import { isObject } from '@foldout/clients/internal';

const STORED = /\$\{keychain:([^{}]+)\}/g;

type Secrets = (name: string) => string | undefined;

/** A value with stored secrets in place of their references. A reference without a secret stays. */
export function withSecrets(value: unknown, secret: Secrets): unknown {
  if (typeof value === 'string') return value.replace(STORED, (reference, name: string) => secret(name) ?? reference);
  if (Array.isArray(value)) return value.map((item) => withSecrets(item, secret));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withSecrets(inner, secret)]));
}

/** A value with the references of an earlier value in place of the secrets that they stand for. */
export function withReferences(value: unknown, earlier: unknown, secret: Secrets): unknown {
  if (isDeepStrictEqual(value, withSecrets(earlier, secret))) return earlier;
  if (Array.isArray(value) && Array.isArray(earlier)) {
    return value.map((item) => earlier.find((one) => isDeepStrictEqual(withSecrets(one, secret), item)) ?? item);
  }
  if (!isObject(value) || !isObject(earlier)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withReferences(inner, earlier[key], secret)]),
  );
}
