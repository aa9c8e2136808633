import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode, PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.ts';
import type { Cipher } from './secret-cipher.ts';
import type { SecretStore } from './secret-store.ts';

/** Secrets in a file: names as they are, values encrypted. */
export class EncryptedSecrets implements SecretStore {
  readonly place = 'file';
  readonly #file: string;
  readonly #cipher: Cipher;

  constructor(file: string, cipher: Cipher) {
    this.#file = file;
    this.#cipher = cipher;
  }

  get(name: string): string | undefined {
    const sealed = this.#read().get(name);
    return sealed === undefined ? undefined : this.#cipher.open(name, sealed);
  }

  set(name: string, value: string): void {
    this.#write(this.#read().set(name, this.#cipher.seal(name, value)));
  }

  remove(name: string): boolean {
    const secrets = this.#read();
    const existed = secrets.delete(name);
    if (existed) this.#write(secrets);
    return existed;
  }

  list(): string[] {
    return [...this.#read().keys()].sort();
  }

  /** Encrypts every value again whose key is no longer the current one. Returns how many there were. */
  reseal(): number {
    const secrets = this.#read();
    const stale = [...secrets].filter(([, sealed]) => this.#cipher.isStale(sealed));
    for (const [name, sealed] of stale) {
      const text = this.#cipher.open(name, sealed);
      if (text !== undefined) secrets.set(name, this.#cipher.seal(name, text));
    }
    if (stale.length > 0) this.#write(secrets);
    return stale.length;
  }

  #read(): Map<string, string> {
    try {
      const stored: unknown = JSON.parse(readFileSync(this.#file, 'utf8'));
      const entries = Object.entries((stored as { secrets?: object }).secrets ?? {});
      return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return new Map();
      if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
      throw new Error(`${this.#file} is damaged. Delete it, and store your secrets again: foldout secret set NAME`);
    }
  }

  #write(secrets: ReadonlyMap<string, string>): void {
    mkdirSync(dirname(this.#file), { recursive: true, mode: PRIVATE_FOLDER });
    const unfinished = `${this.#file}.${process.pid}.tmp`;
    try {
      writeFileSync(unfinished, JSON.stringify({ secrets: Object.fromEntries(secrets) }), { mode: PRIVATE_FILE });
      renameSync(unfinished, this.#file);
    } catch (error) {
      rmSync(unfinished, { force: true });
      throw error;
    }
  }
}
