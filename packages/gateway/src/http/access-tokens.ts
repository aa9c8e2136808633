import { hash as nodeHash, timingSafeEqual } from 'node:crypto';
import type { AccessTokenConfig } from '../config/http-schema.ts';
import { createPrincipal, type Principal } from './principal.ts';

interface StoredToken {
  readonly hash: Buffer;
  readonly principal: Principal;
}

/** The tokens of the configuration. Only their SHA-256 hashes are stored. */
export class AccessTokens {
  readonly #tokens: readonly StoredToken[];

  constructor(tokens: readonly AccessTokenConfig[]) {
    this.#tokens = tokens.map((token) => ({
      hash: hashOf(token),
      principal: createPrincipal({ ...token, rights: token.rights ?? ['use'] }),
    }));
    refuseDuplicates(this.#tokens);
  }

  get size(): number {
    return this.#tokens.length;
  }

  /** The token itself, to recognize it later without storing it. */
  hashOf(token: string): string | undefined {
    return this.find(token) && sha256(token).toString('hex');
  }

  /** Undefined: the configuration no longer has this token. */
  byHash(hex: string): Principal | undefined {
    return this.#tokens.find(({ hash }) => hash.toString('hex') === hex)?.principal;
  }

  /** Compares in constant time, with every stored token: the response time does not reveal how much of a token is correct. */
  find(token: string): Principal | undefined {
    const hash = sha256(token);
    let found: Principal | undefined;
    for (const stored of this.#tokens) {
      if (timingSafeEqual(stored.hash, hash)) found = stored.principal;
    }
    return found;
  }
}

export function sha256(text: string): Buffer {
  return nodeHash('sha256', text, 'buffer');
}

function hashOf({ name, token, sha256: hex }: AccessTokenConfig): Buffer {
  if (name.startsWith('oauth')) {
    throw new Error(
      `The token '${name}' needs another name: names that begin with 'oauth' are reserved for OAuth principals.`,
    );
  }
  if ((token === undefined) === (hex === undefined)) {
    throw new Error(`The token '${name}' needs either 'token' or 'sha256'${token ? ', not both' : ''}.`);
  }
  return token === undefined ? Buffer.from(hex as string, 'hex') : sha256(token);
}

/** Sessions and limits are stored by the name of a token, so two principals must not share a name or a token. */
function refuseDuplicates(tokens: readonly StoredToken[]): void {
  const seen = new Map<string, string>();
  const names = new Set<string>();
  for (const { hash, principal } of tokens) {
    const { name } = principal;
    if (names.has(name)) throw new Error(`Two tokens are named '${name}'. Give each a different name.`);
    names.add(name);
    const hex = hash.toString('hex');
    const other = seen.get(hex);
    if (other !== undefined)
      throw new Error(`The tokens '${other}' and '${name}' are the same. Create a new one for '${name}'.`);
    seen.set(hex, name);
  }
}
