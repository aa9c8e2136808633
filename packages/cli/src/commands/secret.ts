import { takeOutSecrets } from '@foldout/gateway/internal';
import { openSecretStore, rotateSecretKey, SECRET_NAME } from '@foldout/gateway/internal/catalog';
import { openOwnConfig, serverIn, writeFields } from '../adding/own-config.ts';
import { SECRET_PLACES } from '../importing/offer-secrets.ts';
import { typed } from '../invocation.ts';
import { canAsk, hiddenAnswer } from '../output/ask.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { counted } from '../output/figures.ts';
import { note, print, printJson } from '../output/terminal.ts';
import type { CommonOptions } from '../program.ts';
import { stateFolderFor } from '../sharing/state-folder.ts';

/** A larger value is not a secret but a file by mistake. */
const MAX_BYTES = 65_536;

/** `foldout secret set | list | remove | move | rotate`. Never prints the value of a secret. */
export async function secret(options: CommonOptions, [action, name]: readonly string[]): Promise<void> {
  if (action === 'move') return moveSecrets(options, name);
  const store = openSecretStore(stateFolderFor(options));
  if (action === 'list') {
    const names = store.list();
    if (options.json) printJson({ place: store.place, names });
    else if (names.length > 0) print(names.join('\n'));
    else note(`no secret is stored. Store one: ${typed('secret set NAME')}`);
    return;
  }
  if (action === 'rotate') return await rotate(options);
  if (action !== 'set' && action !== 'remove') {
    throw new CliError(`There is no action '${action}'. Use set, list, remove, move or rotate.`);
  }
  if (name === undefined || !SECRET_NAME.test(name)) {
    throw new CliError(
      `Name the secret with letters, digits, dots, dashes, slashes or underscores: ${typed(`secret ${action} GITHUB_TOKEN`)}`,
    );
  }
  if (action === 'remove') {
    if (!store.remove(name))
      throw new CliError(`There is no secret '${name}'. See: ${typed('secret list')}`, EXIT.failed);
    note(`removed ${name}.`);
    return;
  }
  const value = canAsk() ? await hiddenAnswer(`Value of ${name} (not shown)`) : await fromStdin();
  if (value === '') throw new CliError('No value was entered. Nothing was stored.', EXIT.failed);
  store.set(name, value);
  note(`stored ${name} in ${SECRET_PLACES[store.place]}. Write \${keychain:${name}} in the configuration.`);
  note(`a running background gateway reads it after: ${typed('restart')}`);
}

/** Encrypts everything that is stored with a new key. */
async function rotate(options: CommonOptions): Promise<void> {
  const folder = stateFolderFor(options);
  const { place, isNew, secrets } = rotateSecretKey(folder);
  const { config } = await import('../find-config.ts')
    .then(({ chooseConfigWithNotes }) => chooseConfigWithNotes(options.config))
    .then(
      ({ loaded }) => loaded,
      () => ({ config: undefined }),
    );
  const { openState } = await import('@foldout/gateway/internal');
  const state = await openState(config?.database, folder);
  try {
    const credentials = await state.credentials.reseal();
    if (options.json) printJson({ place, isNew, secrets, credentials });
    else {
      const key = isNew ? 'a new key' : `the first key of ${place}`;
      note(`encrypted ${counted(secrets, 'secret')} and ${counted(credentials, 'credential')} with ${key}.`);
    }
  } finally {
    await state.close();
  }
}

/** Takes the plain secrets of one server or of all out of the configuration. */
async function moveSecrets(options: CommonOptions, server: string | undefined): Promise<void> {
  const own = openOwnConfig(options.config);
  if (server !== undefined) serverIn(own, server);
  const store = openSecretStore(stateFolderFor(options));
  const servers = server === undefined ? Object.keys(own.servers) : [server];
  const { edits, secrets } = takeOutSecrets(own.text, servers);
  for (const one of secrets) store.set(one.name, one.value);
  if (edits.length > 0) await writeFields(own, edits);
  const moved = secrets.map((one) => one.name);
  if (options.json) return printJson({ moved, place: store.place, file: own.file });
  if (moved.length === 0) return note(`${own.file} has no secret in plain text.`);
  note(`moved to ${SECRET_PLACES[store.place]}: ${moved.join(', ')}`);
}

/** The first line of stdin, as `gh auth token | foldout secret set NAME` writes it. */
async function fromStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_BYTES) throw new CliError(`The value is larger than ${MAX_BYTES / 1024} kB.`);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}
