import { createHash, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { sha256 } from '../http/access-tokens.ts';
import { TOKEN_PREFIX } from '../http/people.ts';
import { newSecret } from '../sign-in/browsers.ts';
import type { Identity } from '../sign-in/identities.ts';
import type { Tickets } from '../state/tickets.ts';

const CODE_MS = 60_000;
const ACCESS_MS = 3_600_000;
/** A client that lost the answer to a renewal may repeat it. Later, a used refresh token means that it was stolen. */
const REPEAT_MS = 30_000;
/** How long a replica trusts a token that it has looked up: a revoked one is accepted until then. */
const CACHE_MS = 15_000;
const MAX_CACHED = 10_000;

/** What a user has allowed a client. */
export interface AuthorizedGrant {
  readonly id: string;
  readonly identity: Identity;
  readonly client: string;
  readonly scopes: readonly string[];
  /** The refresh token of the identity provider. */
  readonly refresh?: string | undefined;
  /** Milliseconds since 1970. */
  readonly until: number;
}

interface Code {
  readonly grant: AuthorizedGrant;
  readonly redirectUri: string;
  readonly challenge: string;
}

interface Access {
  readonly grant: string;
  readonly until: number;
}

interface Spent {
  readonly grant: string;
  readonly at: number;
}

export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
}

/** Codes, access tokens and refresh tokens. Each is a random text, of which the state holds a hash. */
export class IssuedTokens {
  readonly #tickets: Tickets;
  readonly #cached = new LRUCache<string, { readonly grant: AuthorizedGrant; readonly until: number }>({
    max: MAX_CACHED,
    ttl: CACHE_MS,
  });

  constructor(tickets: Tickets) {
    this.#tickets = tickets;
  }

  async code(code: Code): Promise<string> {
    const secret = newSecret();
    await this.#tickets.put('code', secret, JSON.stringify(code), Date.now() + CODE_MS);
    return secret;
  }

  /** A code counts once. A second use means that it was stolen: what the first one gave ends. */
  async redeem(
    secret: string,
    sent: { readonly client: string; readonly redirectUri: string; readonly verifier: string },
  ): Promise<TokenAnswer | undefined> {
    const text = await this.#tickets.take('code', secret);
    if (text === undefined) {
      const spent = await this.#spent(`code ${secret}`);
      if (spent) await this.revokeGrant(spent.grant);
      return undefined;
    }
    const { grant, redirectUri, challenge } = JSON.parse(text) as Code;
    const isRight =
      grant.client === sent.client && redirectUri === sent.redirectUri && isVerified(sent.verifier, challenge);
    await this.#tickets.put('spent', `code ${secret}`, spentText(grant.id), grant.until);
    if (!isRight) return undefined;
    await this.#saveGrant(grant);
    return await this.#issue(grant);
  }

  /** Takes a refresh token. `repeated`: it was used a moment ago, by a client that lost the answer. */
  async takeRefresh(
    secret: string,
    client: string,
  ): Promise<{ readonly grant: AuthorizedGrant; readonly repeated: boolean } | undefined> {
    const id = await this.#tickets.take('refresh', secret);
    if (id !== undefined) {
      const grant = await this.#grant(id);
      if (grant?.client !== client) return undefined;
      await this.#tickets.put('spent', `refresh ${secret}`, spentText(id), grant.until);
      return { grant, repeated: false };
    }
    const spent = await this.#spent(`refresh ${secret}`);
    const grant = spent && (await this.#grant(spent.grant));
    if (!spent || grant?.client !== client) return undefined;
    if (Date.now() - spent.at <= REPEAT_MS) return { grant, repeated: true };
    await this.revokeGrant(grant.id);
    return undefined;
  }

  /** Gives a refresh token back that could not be used. */
  async giveBack(secret: string, { id, until }: AuthorizedGrant): Promise<void> {
    await this.#tickets.take('spent', `refresh ${secret}`);
    await this.#tickets.put('refresh', secret, id, until);
  }

  /** Undefined: the grant was revoked meanwhile. */
  async renewed(grant: AuthorizedGrant): Promise<TokenAnswer | undefined> {
    if (!(await this.#grant(grant.id))) return undefined;
    await this.#saveGrant(grant);
    return await this.#issue(grant);
  }

  /** The grant of an access token; undefined if it has expired or was revoked. */
  async find(token: string): Promise<AuthorizedGrant | undefined> {
    const key = sha256(token).toString('base64');
    const cached = this.#cached.get(key);
    if (cached) return cached.until > Date.now() ? cached.grant : undefined;
    const access = await this.#access(token);
    const grant = access && (await this.#grant(access.grant));
    if (access && grant) this.#cached.set(key, { grant, until: access.until });
    return grant;
  }

  /** Ends what an access or refresh token stands for (RFC 7009). */
  async revoke(token: string, client: string): Promise<void> {
    const id = (await this.#tickets.load('refresh', token)) ?? (await this.#access(token))?.grant;
    const grant = id === undefined ? undefined : await this.#grant(id);
    if (grant?.client === client) await this.revokeGrant(grant.id);
  }

  async revokeGrant(id: string): Promise<void> {
    await this.#tickets.take('grant', id);
    this.#cached.clear();
  }

  async #issue({ id, scopes, until }: AuthorizedGrant): Promise<TokenAnswer> {
    const [access, refresh] = [TOKEN_PREFIX + newSecret(), TOKEN_PREFIX + newSecret()];
    const expires = Math.min(Date.now() + ACCESS_MS, until);
    const text = JSON.stringify({ grant: id, until: expires } satisfies Access);
    await this.#tickets.put('access', access, text, expires);
    await this.#tickets.put('refresh', refresh, id, until);
    return {
      access_token: access,
      token_type: 'Bearer',
      expires_in: Math.max(1, Math.floor((expires - Date.now()) / 1_000)),
      refresh_token: refresh,
      scope: scopes.join(' '),
    };
  }

  #saveGrant(grant: AuthorizedGrant): Promise<void> {
    return this.#tickets.put('grant', grant.id, JSON.stringify(grant), grant.until);
  }

  async #grant(id: string): Promise<AuthorizedGrant | undefined> {
    const text = await this.#tickets.load('grant', id);
    return text === undefined ? undefined : (JSON.parse(text) as AuthorizedGrant);
  }

  async #access(token: string): Promise<Access | undefined> {
    const text = await this.#tickets.load('access', token);
    return text === undefined ? undefined : (JSON.parse(text) as Access);
  }

  async #spent(name: string): Promise<Spent | undefined> {
    const text = await this.#tickets.load('spent', name);
    return text === undefined ? undefined : (JSON.parse(text) as Spent);
  }
}

function spentText(grant: string): string {
  return JSON.stringify({ grant, at: Date.now() } satisfies Spent);
}

/** PKCE with S256 (RFC 7636). */
function isVerified(verifier: string, challenge: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
  const hash = createHash('sha256').update(verifier).digest();
  const expected = Buffer.from(challenge, 'base64url');
  return expected.length === hash.length && timingSafeEqual(expected, hash);
}
