import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openKeychain } from './keychain-secrets.ts';
import { errorCode, PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.ts';
import type { SecretStore } from './secret-store.ts';

const KEY_BYTES = 32;
/** The key itself, in the keychain. */
const KEYCHAIN_NAME = 'encryption-key';
/** Keys in base64, the current one first. `keychain`: the key is in the keychain of the operating system. */
const KEY_VARIABLE = 'FOLDOUT_SECRET_KEY';
/** A file with one key on each line, the current one first. */
const FILE_VARIABLE = 'FOLDOUT_SECRET_KEY_FILE';

type Env = Readonly<Record<string, string | undefined>>;

/** The keys that encrypt what a gateway stores. */
export interface SecretKeys {
  /** Where the keys are, for messages. */
  readonly place: string;
  /** Whether every replica has the same keys: those of a state folder are only of this machine. */
  readonly shared: boolean;
  /** The key that encrypts. Created if there is none. */
  current(): Buffer;
  /** All keys that decrypt, the current one first. Older keys are there after a rotation. */
  all(): readonly Buffer[];
  /** Makes a new key the current one. Absent where the operator keeps the keys. */
  rotate?(): void;
}

/** The keys in the environment, in a file that it names, in the keychain, or in the state folder. */
export function openSecretKeys(folder: string, service: string, env: Env): SecretKeys {
  const text = env[KEY_VARIABLE];
  if (text === 'keychain') {
    const keychain = openKeychain(service, env);
    if (!keychain)
      throw new Error(`${KEY_VARIABLE} is 'keychain', and this session has no keychain. Set a key instead.`);
    return keychainKeys(keychain);
  }
  if (text) return givenKeys(KEY_VARIABLE, text);
  const file = env[FILE_VARIABLE];
  if (file) return givenKeys(`${FILE_VARIABLE} (${file})`, readFileSync(file, 'utf8'));
  return keyFile(join(folder, 'secrets.key'));
}

/** Short name of a key, so that a sealed text says which key opens it. */
export function idOf(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8);
}

function givenKeys(place: string, text: string): SecretKeys {
  const keys = keysIn(text, place, `Create one with: openssl rand -base64 ${KEY_BYTES}`);
  const [current] = keys;
  if (!current) throw new Error(`${place} has no key. Create one with: openssl rand -base64 ${KEY_BYTES}`);
  return { place, shared: true, current: () => current, all: () => keys };
}

/** Exported for tests, which have no keychain. */
export function keychainKeys(keychain: Pick<SecretStore, 'get' | 'set'>): SecretKeys {
  const all = (): readonly Buffer[] => keysIn(keychain.get(KEYCHAIN_NAME) ?? '', 'the keychain', 'Remove the entry.');
  const add = (): Buffer => {
    const key = randomBytes(KEY_BYTES);
    keychain.set(KEYCHAIN_NAME, [key, ...all()].map((one) => one.toString('base64')).join(' '));
    return key;
  };
  return { place: 'the keychain', shared: false, current: () => all()[0] ?? add(), all, rotate: () => void add() };
}

/** Keys in a file that only this user can read. The first key is created with the first secret. */
export function keyFile(file: string): SecretKeys {
  let known: readonly Buffer[] | undefined;
  const all = (): readonly Buffer[] => {
    if (known && known.length > 0) return known;
    const advice = 'Delete it, and store your secrets again: foldout secret set NAME';
    try {
      known = keysIn(readFileSync(file, 'utf8'), file, advice);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    }
    if (known.length === 0) throw new Error(`${file} is damaged. ${advice}`);
    return known;
  };
  const create = (text: string, flag: 'wx' | 'w'): void => {
    mkdirSync(dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
    writeFileSync(file, text, { mode: PRIVATE_FILE, flag });
  };
  return {
    place: file,
    shared: false,
    all,
    current: () => {
      try {
        // `wx`: of two processes that create the key at once, one does, and both read its key.
        if (all().length === 0) create(randomBytes(KEY_BYTES).toString('base64'), 'wx');
      } catch (error) {
        if (errorCode(error) !== 'EEXIST') throw error;
      }
      return all()[0] as Buffer;
    },
    rotate: () => {
      create([randomBytes(KEY_BYTES), ...all()].map((key) => key.toString('base64')).join('\n'), 'w');
      known = undefined;
    },
  };
}

function keysIn(text: string, place: string, advice: string): readonly Buffer[] {
  const keys = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((one) => Buffer.from(one, 'base64'));
  if (keys.some(({ length }) => length !== KEY_BYTES)) {
    throw new Error(`${place} is damaged: a key has ${KEY_BYTES} bytes in base64. ${advice}`);
  }
  return keys;
}
