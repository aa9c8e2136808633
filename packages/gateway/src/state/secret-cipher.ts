import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { idOf, keyFile, type SecretKeys } from './secret-keys.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** A sealed text begins with the name of its key. Texts of older versions have no name. */
const NAMED = /^([0-9a-f]{8})\.(.+)$/s;

/** Encrypts texts at rest. */
export interface Cipher {
  /** `name` is authenticated with the text: a sealed text cannot be moved to another name. */
  seal(name: string, text: string): string;
  /** Undefined if the text was damaged, or sealed with a key that is not known or under another name. */
  open(name: string, sealed: string): string | undefined;
  /** Whether a sealed text should be sealed again, because its key is no longer the current one. */
  isStale(sealed: string): boolean;
  /** False: texts are stored as they are. */
  readonly encrypts: boolean;
}

/** AES-256-GCM. */
export class SecretCipher implements Cipher {
  readonly encrypts = true;
  readonly #keys: SecretKeys;

  /** `keys`: or the path of a key file. */
  constructor(keys: SecretKeys | string) {
    this.#keys = typeof keys === 'string' ? keyFile(keys) : keys;
  }

  seal(name: string, text: string): string {
    const key = this.#keys.current();
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name));
    // As JSON, which also keeps text that is not valid Unicode.
    const sealed = Buffer.concat([cipher.update(JSON.stringify(text), 'utf8'), cipher.final()]);
    return `${idOf(key)}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')}`;
  }

  open(name: string, sealed: string): string | undefined {
    const [, id, base64 = sealed] = NAMED.exec(sealed) ?? [];
    const bytes = Buffer.from(base64, 'base64');
    for (const key of this.#readable()) {
      if (id !== undefined && idOf(key) !== id) continue;
      const text = opened(key, name, bytes);
      if (text !== undefined) return text;
    }
    return undefined;
  }

  isStale(sealed: string): boolean {
    return NAMED.exec(sealed)?.[1] !== idOf(this.#keys.current());
  }

  #readable(): readonly Buffer[] {
    try {
      return this.#keys.all();
    } catch {
      return [];
    }
  }
}

const PLAIN = 'plain:';

/** For a database whose gateways have no key in common: texts are stored as they are. */
export const NO_CIPHER: Cipher = {
  encrypts: false,
  seal: (_name, text) => PLAIN + JSON.stringify(text),
  open: (_name, sealed) => (sealed.startsWith(PLAIN) ? (JSON.parse(sealed.slice(PLAIN.length)) as string) : undefined),
  isStale: () => false,
};

function opened(key: Buffer, name: string, bytes: Buffer): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(name))
      .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const text = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
    return JSON.parse(Buffer.concat(text).toString('utf8')) as string;
  } catch {
    return undefined;
  }
}
