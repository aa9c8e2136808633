import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { EncryptedSecrets } from './encrypted-secrets.ts';
import { openKeychain } from './keychain-secrets.ts';
import { type Cipher, NO_CIPHER, SecretCipher } from './secret-cipher.ts';
import { openSecretKeys, type SecretKeys } from './secret-keys.ts';
import { defaultStateFolder } from './state-folder.ts';

/** Where secrets are: the keychain of the operating system, or an encrypted file in the state folder. */
export type SecretPlace = 'keychain' | 'file';

/** Secrets by name, for `${keychain:NAME}`. Synchronous, because a configuration is loaded synchronously. */
export interface SecretStore {
  readonly place: SecretPlace;
  get(name: string): string | undefined;
  set(name: string, value: string): void;
  /** False if there was no such secret. */
  remove(name: string): boolean;
  /** The names, in order. */
  list(): string[];
}

/** Letters, digits and `._-/`: the name is part of `${keychain:NAME}`. */
export const SECRET_NAME = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,127}$/;

/** The store of a state folder. `FOLDOUT_KEYCHAIN=file` keeps secrets out of the keychain of the operating system. */
export function openSecretStore(
  folder: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): SecretStore {
  const keychain = env['FOLDOUT_KEYCHAIN'] === 'file' ? undefined : openKeychain(serviceOf(folder), env);
  const file = new EncryptedSecrets(join(folder, 'secrets.json'), secretCipher(folder, env));
  if (!keychain) return file;
  // A secret may have been stored from a session without a keychain, for example over SSH.
  return {
    ...keychain,
    get: (name) => keychain.get(name) ?? file.get(name),
    remove: (name) => [keychain.remove(name), file.remove(name)].includes(true),
    list: () => [...new Set([...keychain.list(), ...file.list()])].sort(),
  };
}

/** The cipher for everything secret that a state folder holds: stored secrets, and OAuth tokens of upstreams. */
export function secretCipher(
  folder: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): SecretCipher {
  return new SecretCipher(secretKeys(folder, env));
}

/** The keys of a state folder, or those that the environment names. */
function secretKeys(folder: string, env: Readonly<Record<string, string | undefined>> = process.env): SecretKeys {
  return openSecretKeys(folder, serviceOf(folder), env);
}

/** Makes a new key, where Foldout keeps the key, and encrypts the stored secrets with the current one. */
export function rotateSecretKey(
  folder: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): { readonly place: string; readonly isNew: boolean; readonly secrets: number } {
  const keys = secretKeys(folder, env);
  keys.rotate?.();
  const secrets = new EncryptedSecrets(join(folder, 'secrets.json'), new SecretCipher(keys)).reseal();
  return { place: keys.place, isNew: keys.rotate !== undefined, secrets };
}

/** The cipher of a database. Without a key that all gateways share, none could read what another one has encrypted. */
export function databaseCipher(
  folder: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Cipher {
  const keys = secretKeys(folder, env);
  return keys.shared ? new SecretCipher(keys) : NO_CIPHER;
}

/** Another state folder has other secrets. */
function serviceOf(folder: string): string {
  const path = resolve(folder);
  if (path === resolve(defaultStateFolder({}))) return 'foldout';
  return `foldout-${createHash('sha256').update(path).digest('hex').slice(0, 12)}`;
}
