import { hash, timingSafeEqual } from 'node:crypto';
import type { AccessTokenConfig } from '../config/config-schema.ts';
import { createPrincipal, type Principal } from './principal.ts';

interface KnownToken {
  readonly digest: Buffer;
  readonly principal: Principal;
}

/** The tokens of the configuration. Only their digests are kept. */
export class AccessTokens {
  readonly #known: readonly KnownToken[];

  constructor(tokens: readonly AccessTokenConfig[]) {
    this.#known = tokens.map((token) => ({
      digest: digestOf(token),
      principal: createPrincipal({ ...token, rights: token.rights ?? ['use'] }),
    }));
    refuseTwins(this.#known);
  }

  get size(): number {
    return this.#known.length;
  }

  /** Takes the same time whatever the token has in common with one that is known. */
  find(token: string): Principal | undefined {
    const digest = sha256(token);
    let found: Principal | undefined;
    for (const known of this.#known) {
      if (timingSafeEqual(known.digest, digest)) found = known.principal;
    }
    return found;
  }
}

export function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

function digestOf({ name, token, sha256: digest }: AccessTokenConfig): Buffer {
  if (name.startsWith('oauth')) {
    throw new Error(`The token '${name}' needs another name: names that begin with 'oauth' are those of OAuth.`);
  }
  if ((token === undefined) === (digest === undefined)) {
    throw new Error(`The token '${name}' needs either 'token' or 'sha256'${token ? ', not both' : ''}.`);
  }
  return token === undefined ? Buffer.from(digest as string, 'hex') : sha256(token);
}

/** A name owns sessions and has limits, and a token has to mean one thing. */
function refuseTwins(tokens: readonly KnownToken[]): void {
  const seen = new Map<string, string>();
  const names = new Set<string>();
  for (const { digest, principal } of tokens) {
    const { name } = principal;
    if (names.has(name)) throw new Error(`Two tokens are named '${name}'. Give each a name of its own.`);
    names.add(name);
    const hex = digest.toString('hex');
    const twin = seen.get(hex);
    if (twin !== undefined) throw new Error(`The tokens '${twin}' and '${name}' are the same. Make another for one.`);
    seen.set(hex, name);
  }
}
