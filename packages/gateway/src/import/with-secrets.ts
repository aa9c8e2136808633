import { isObject } from '@foldout/clients/internal';

const STORED = /\$\{keychain:([^{}]+)\}/g;

/** A value with stored secrets in place of their references. A reference without a secret stays. */
export function withSecrets(value: unknown, secret: (name: string) => string | undefined): unknown {
  if (typeof value === 'string') return value.replace(STORED, (reference, name: string) => secret(name) ?? reference);
  if (Array.isArray(value)) return value.map((item) => withSecrets(item, secret));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withSecrets(inner, secret)]));
}
