import { asObject } from '@foldout/clients/internal';
import { editConfigText } from '../config/edit-config.ts';
import { parseValue } from '../config/edit-text.ts';
import { type FoundSecrets, type PlainSecret, plainSecrets } from './plain-secrets.ts';

/** `edits`: the changes of the configuration. `text`: the configuration with them. */
export interface WithoutSecrets extends FoundSecrets {
  readonly text: string;
}

/** Takes the plain secrets of these servers out of the text of a configuration. */
export function takeOutSecrets(
  text: string,
  servers: Iterable<string>,
  isWanted?: (secret: PlainSecret) => boolean,
): WithoutSecrets {
  const entries = asObject(asObject(parseValue('json', text))['mcpServers']);
  const found = [...new Set(servers)].map((name) => {
    const { secrets, edits } = plainSecrets(name, asObject(entries[name]), isWanted);
    return { secrets, edits: edits.map(({ path, value }) => ({ path: ['mcpServers', name, ...path], value })) };
  });
  const edits = found.flatMap((one) => one.edits);
  const edited = edits.reduce((now, { path, value }) => editConfigText(now, path, value), text);
  return { text: edited, secrets: found.flatMap((one) => one.secrets), edits };
}
