import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode, PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM with a key in a file that only this user can read. The key is created with the first secret. */
export class SecretCipher {
  readonly #file: string;
  #key: Buffer | undefined;

  constructor(keyFile: string) {
    this.#file = keyFile;
  }

  /** `name` is authenticated with the text: a sealed text cannot be moved to another name. */
  seal(name: string, text: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#keyOrNew(), nonce).setAAD(Buffer.from(name));
    // As JSON, which also keeps text that is not valid Unicode.
    const sealed = Buffer.concat([cipher.update(JSON.stringify(text), 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
  }

  /** Undefined if the text was damaged, or sealed with another key or under another name. */
  open(name: string, sealed: string): string | undefined {
    try {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', this.#readKey(), bytes.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(name))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const text = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
      return JSON.parse(Buffer.concat(text).toString('utf8')) as string;
    } catch {
      return undefined;
    }
  }

  #keyOrNew(): Buffer {
    try {
      mkdirSync(dirname(this.#file), { recursive: true, mode: PRIVATE_FOLDER });
      // `wx`: of two processes that create the key at once, one does, and both read its key.
      writeFileSync(this.#file, randomBytes(KEY_BYTES).toString('base64'), { mode: PRIVATE_FILE, flag: 'wx' });
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
    return this.#readKey();
  }

  #readKey(): Buffer {
    if (this.#key) return this.#key;
    const key = Buffer.from(readFileSync(this.#file, 'utf8'), 'base64');
    if (key.length !== KEY_BYTES) {
      throw new Error(`${this.#file} is damaged. Delete it, and store your secrets again: foldout secret set NAME`);
    }
    this.#key = key;
    return key;
  }
}
