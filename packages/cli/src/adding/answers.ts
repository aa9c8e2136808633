import type { JsonObject } from '@foldout/clients/internal';
import { SECRET_NAME } from '@foldout/gateway/internal/catalog';
import type { NewServer } from './source.ts';

export interface Answered {
  /** The server with the answers, to start it. */
  readonly server: JsonObject;
  /** The server as it is written: with references in place of secrets. */
  readonly stored: JsonObject;
  /** Name in the secret store → value. */
  readonly secrets: readonly (readonly [string, string])[];
}

/** Puts values in place of the variables that a new server needs. Secrets go to the secret store. */
export function putAnswers(
  server: JsonObject,
  serverName: string,
  needs: NewServer['needs'],
  answers: Readonly<Record<string, string>>,
): Answered {
  let text = JSON.stringify(server);
  let stored = text;
  const secrets: [string, string][] = [];
  const put = (into: string, reference: string, value: string): string =>
    into.replaceAll(reference, () => JSON.stringify(value).slice(1, -1));
  for (const { name, isSecret } of needs) {
    const answer = Object.hasOwn(answers, name) ? answers[name] : undefined;
    if (!answer) continue;
    const reference = `\${${name}}`;
    const secret = `${serverName}/${name}`;
    const isStored = isSecret && SECRET_NAME.test(secret);
    if (isStored) secrets.push([secret, answer]);
    stored = put(stored, reference, isStored ? `\${keychain:${secret}}` : answer);
    text = put(text, reference, answer);
  }
  return { server: JSON.parse(text) as JsonObject, stored: JSON.parse(stored) as JsonObject, secrets };
}
