import type { PlainSecret } from '@foldout/gateway/internal';
import { takeOutSecrets } from '@foldout/gateway/internal';
import type { SecretStore } from '@foldout/gateway/internal/catalog';
import { shellWord, typed } from '../invocation.ts';
import { canAsk, confirmed } from '../output/ask.ts';
import { counted } from '../output/figures.ts';
import { note } from '../output/terminal.ts';

export const SECRET_PLACES = { keychain: 'the keychain', file: 'the encrypted file of the state folder' };

export interface OfferOptions {
  /** Move all secrets without a question. */
  readonly moveSecrets?: boolean;
  readonly yes?: boolean;
  /** Nothing will be written, so nothing is asked. */
  readonly dryRun?: boolean;
}

/** A configuration without the secrets that move to the secret store when it is written. */
export interface SecretOffer {
  readonly text: string;
  readonly moving: readonly PlainSecret[];
  /** Whether the store does not have all of them yet. */
  readonly isNew: boolean;
  /** Names of secrets that stay in the file. */
  readonly staying: readonly string[];
}

/** Offers to move the plain secrets of these servers to the store. A secret that the store has under its name follows without a question. */
export async function offerSecrets(
  text: string,
  servers: readonly string[],
  store: SecretStore,
  options: OfferOptions,
): Promise<SecretOffer> {
  const { secrets } = takeOutSecrets(text, servers);
  const read = readerOf(store);
  const known = new Set(secrets.flatMap(({ name }) => (read(name) === undefined ? [] : [name])));
  const others = secrets.filter(({ name }) => !known.has(name));
  const all = others.length === 0 || (await isAgreed(others, store, options));
  const staying = all ? [] : others.map(({ name }) => name);
  const moved = takeOutSecrets(text, servers, ({ name }) => all || known.has(name));
  const isNew = moved.secrets.some(({ name, value }) => read(name) !== value);
  return { text: moved.text, moving: moved.secrets, isNew, staying };
}

async function isAgreed(secrets: readonly PlainSecret[], store: SecretStore, options: OfferOptions): Promise<boolean> {
  if (options.moveSecrets) return true;
  if (options.yes || options.dryRun || !canAsk()) return false;
  const names = secrets.map(({ name }) => name).join(', ');
  return confirmed(`Move ${counted(secrets.length, 'secret')} to ${SECRET_PLACES[store.place]}? (${names})`, true);
}

/** Before the configuration is written, so that it never refers to a secret that is not there. */
export function storeSecrets({ moving }: SecretOffer, store: SecretStore): void {
  for (const { name, value } of moving) if (store.get(name) !== value) store.set(name, value);
}

/** After the configuration was written. `config` is the file, if it is not in a default place. */
export function noteSecrets({ moving, staying }: SecretOffer, store: SecretStore, config: string | undefined): void {
  const place = SECRET_PLACES[store.place];
  if (moving.length > 0) note(`moved to ${place}: ${moving.map(({ name }) => name).join(', ')}`);
  if (staying.length === 0) return;
  const next = typed(`secret move${config === undefined ? '' : ` --config ${shellWord(config)}`}`);
  note(`${counted(staying.length, 'secret')} in plain text: ${staying.join(', ')}. To move to ${place}: ${next}`);
}

/** The names for `--json`. */
export function asJson({ moving, staying }: SecretOffer, written: boolean | undefined) {
  const names = moving.map(({ name }) => name);
  return written ? { moved: names, plain: staying } : { moved: [], plain: [...names, ...staying] };
}

/** Reads each stored secret once. A store that cannot be read has none. */
export function readerOf(store: SecretStore): (name: string) => string | undefined {
  const read = new Map<string, string | undefined>();
  return (name) => {
    if (!read.has(name)) read.set(name, storedValue(store, name));
    return read.get(name);
  };
}

function storedValue(store: SecretStore, name: string): string | undefined {
  try {
    return store.get(name);
  } catch {
    return undefined;
  }
}
