// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references to secrets are written like this
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keychainSecrets } from './keychain-secrets.ts';
import { SecretCipher } from './secret-cipher.ts';
import { keychainKeys } from './secret-keys.ts';
import { openSecretStore, rotateSecretKey, SECRET_NAME, type SecretStore } from './secret-store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foldout-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const FILE_ONLY = { FOLDOUT_KEYCHAIN: 'file' };

/** The interface of `@napi-rs/keyring`, in memory: tests must not write to the keychain of their user. */
function memoryKeyring() {
  const kept = new Map<string, Map<string, string>>();
  const of = (service: string) => kept.get(service) ?? kept.set(service, new Map()).get(service) ?? new Map();
  return {
    Entry: class {
      readonly #service: string;
      readonly #account: string;

      constructor(service: string, account: string) {
        this.#service = service;
        this.#account = account;
      }

      getPassword = (): string | null => of(this.#service).get(this.#account) ?? null;
      setPassword = (password: string): void => void of(this.#service).set(this.#account, password);
      deletePassword = (): boolean => of(this.#service).delete(this.#account);
    },
    findCredentials: (service: string) => [...of(service).keys()].map((account) => ({ account })),
  };
}

const STORES: readonly [string, () => SecretStore][] = [
  ['an encrypted file', () => openSecretStore(folder, FILE_ONLY)],
  ['a keychain', () => keychainSecrets(memoryKeyring(), 'foldout')],
];

describe.each(STORES)('secrets in %s', (_where, open) => {
  it('are stored, replaced, listed and removed by name', () => {
    const store = open();
    expect(store.list()).toEqual([]);
    expect(store.get('B')).toBeUndefined();
    store.set('B', 'one');
    store.set('a/b.c-d', 'Ünïcode \u{1f511}');
    store.set('B', 'two');
    expect(store.get('B')).toBe('two');
    expect(store.get('a/b.c-d')).toBe('Ünïcode \u{1f511}');
    expect(store.list()).toEqual(['B', 'a/b.c-d']);
    expect(store.remove('B')).toBe(true);
    expect(store.remove('B')).toBe(false);
    expect(store.list()).toEqual(['a/b.c-d']);
  });
});

describe('the encrypted file', () => {
  it('holds no value in plain text, and only its user can read it and the key', () => {
    openSecretStore(folder, FILE_ONLY).set('TOKEN', 'plain-text-value');
    expect(openSecretStore(folder, FILE_ONLY).get('TOKEN')).toBe('plain-text-value');
    expect(readdirSync(folder).sort()).toEqual(['secrets.json', 'secrets.key']);
    for (const name of readdirSync(folder)) {
      expect(readFileSync(join(folder, name), 'utf8')).not.toContain('plain-text-value');
      if (process.platform !== 'win32') expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    }
  });

  it('gives no value for another name, another key or changed bytes', () => {
    const store = openSecretStore(folder, FILE_ONLY);
    store.set('A', 'value-of-a');
    store.set('B', 'value-of-b');
    const file = join(folder, 'secrets.json');
    const { secrets } = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ secrets: { A: secrets.B, B: `AAAA${secrets.B.slice(4)}` } }));
    expect([store.get('A'), store.get('B')]).toEqual([undefined, undefined]);
    writeFileSync(file, JSON.stringify({ secrets }));
    const other = new SecretCipher(join(folder, 'other.key'));
    other.seal('A', 'x');
    expect(other.open('A', secrets.A)).toBeUndefined();
  });

  it('is encrypted again when the key changes', () => {
    openSecretStore(folder, FILE_ONLY).set('A', 'value-of-a');
    const before = readFileSync(join(folder, 'secrets.key'), 'utf8');
    expect(rotateSecretKey(folder, FILE_ONLY)).toEqual({ place: join(folder, 'secrets.key'), isNew: true, secrets: 1 });
    const [current, older] = readFileSync(join(folder, 'secrets.key'), 'utf8').split('\n');
    expect(older).toBe(before);
    // The older key is no longer needed.
    writeFileSync(join(folder, 'secrets.key'), current ?? '');
    expect(openSecretStore(folder, FILE_ONLY).get('A')).toBe('value-of-a');
  });

  it('takes its key from the environment, where older keys still decrypt', () => {
    const [one, two] = [1, 2].map((n) => Buffer.alloc(32, n).toString('base64'));
    const with1 = { ...FILE_ONLY, FOLDOUT_SECRET_KEY: one };
    openSecretStore(folder, with1).set('A', 'value-of-a');
    const both = { ...FILE_ONLY, FOLDOUT_SECRET_KEY: `${two} ${one}` };
    expect(openSecretStore(folder, both).get('A')).toBe('value-of-a');
    expect(rotateSecretKey(folder, both)).toEqual({ place: 'FOLDOUT_SECRET_KEY', isNew: false, secrets: 1 });
    expect(openSecretStore(folder, { ...FILE_ONLY, FOLDOUT_SECRET_KEY: two }).get('A')).toBe('value-of-a');
    expect(openSecretStore(folder, with1).get('A')).toBeUndefined();
    expect(() => openSecretStore(folder, { ...FILE_ONLY, FOLDOUT_SECRET_KEY: 'short' })).toThrow(/openssl rand/);
  });

  it('takes its key from the keychain', () => {
    const entries = new Map<string, string>();
    const keys = keychainKeys({
      get: (name) => entries.get(name),
      set: (name, value) => void entries.set(name, value),
    });
    const cipher = new SecretCipher(keys);
    const sealed = cipher.seal('A', 'value');
    keys.rotate?.();
    expect([cipher.open('A', sealed), cipher.isStale(sealed)]).toEqual(['value', true]);
    expect([...entries.keys()]).toEqual(['encryption-key']);
  });

  it('says what to do when it is damaged', () => {
    writeFileSync(join(folder, 'secrets.json'), '{"secrets": ');
    expect(() => openSecretStore(folder, FILE_ONLY).list()).toThrow(/secrets\.json is damaged\. Delete it, and store/);
  });

  it('is used where there is no secret service', () => {
    if (process.platform === 'linux') expect(openSecretStore(folder, {}).place).toBe('file');
  });
});

describe('the name of a secret', () => {
  it.each(['GITHUB_TOKEN', 'github/token', 'a.b-c'])('may be %s', (name) => expect(name).toMatch(SECRET_NAME));
  it.each(['', ' ', 'a b', '-x', '${A}', 'a:b', '..', 'x'.repeat(200)])('may not be %j', (name) => {
    expect(name).not.toMatch(SECRET_NAME);
  });
});
