import { isObject, type JsonObject, translateServer } from '@foldout/clients/internal';
import { SecretValues } from '../config/secrets.ts';
import { KnownSecrets, redact } from '../logging/redact.ts';
import { isReference, isSecretName, looksRandom } from '../logging/secret-names.ts';

/** Objects whose values are secrets by default: environments and headers, in the words of all clients. */
const SECRET_HOLDERS = /^(env|envs|environment|headers|http_headers)$/;
const MIN_SECRET = 4;

/** A function that masks the secrets of these files in a text about them. */
export function secretMask(roots: readonly unknown[]): (text: string) => string {
  const found = new SecretValues();
  for (const root of roots) collect(root, found);
  const known = new KnownSecrets(found.values);
  return (text) => redact(text, known);
}

function collect(value: unknown, found: SecretValues): void {
  if (Array.isArray(value)) for (const item of value) collect(item, found);
  if (!isObject(value)) return;
  if ('command' in value || 'url' in value || 'cmd' in value) found.addServer(translateServer(value).server);
  for (const [field, inner] of Object.entries(value)) {
    if (typeof inner === 'string') collectText(field, inner, found);
    else if (isObject(inner) && SECRET_HOLDERS.test(field)) collectAll(inner, found);
    else collect(inner, found);
  }
}

function collectAll(holder: JsonObject, found: SecretValues): void {
  for (const [name, value] of Object.entries(holder)) {
    found.addVariable(name, value);
    if (typeof value === 'string' && !isReference(value) && value.length >= MIN_SECRET) found.add(value);
  }
}

function collectText(field: string, text: string, found: SecretValues): void {
  if (isReference(text)) return;
  if (isSecretName(field) || looksRandom(text)) found.add(text);
  found.addWithin(text);
}
