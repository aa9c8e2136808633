import { argumentTest } from '@foldout/core/internal';
import { LRUCache } from 'lru-cache';
import type { HttpConfig } from '../config/http-schema.ts';
import type { SignInGrant } from '../config/sign-in-schema.ts';
import { AccessTokens } from '../http/access-tokens.ts';
import { createPrincipal, type Principal } from '../http/principal.ts';

/** Who has signed in: the holder of a configured token, or a user of the OpenID Connect provider. */
export type Identity =
  | { readonly kind: 'token'; readonly hash: string }
  | {
      readonly kind: 'user';
      readonly issuer: string;
      readonly subject: string;
      /** What the user is called on pages. */
      readonly label: string;
      /** The claims that the configuration names. Null: the provider has not sent it. */
      readonly claims: Readonly<Record<string, unknown>>;
    };

interface TestedGrant {
  readonly grant: SignInGrant;
  readonly fits: (claims: unknown) => boolean;
}

const MAX_PRINCIPALS = 10_000;

/** What people may do, by the current configuration: a changed configuration also changes earlier sign-ins. */
export class Identities {
  readonly #tokens: AccessTokens;
  readonly #issuer: string | undefined;
  readonly #grants: readonly TestedGrant[];
  /** The claims that decide what a user may do. */
  readonly claims: readonly string[];
  /** The same identity gives the same object: views of the catalog are cached by it. */
  readonly #principals = new LRUCache<string, Principal>({ max: MAX_PRINCIPALS });

  constructor({ tokens = [], signIn }: Pick<HttpConfig, 'tokens' | 'signIn'>) {
    this.#tokens = new AccessTokens(tokens);
    this.#issuer = signIn?.issuer;
    this.#grants = (signIn?.grants ?? []).map((grant) => ({ grant, fits: argumentTest(grant.claims ?? {}) }));
    const paths = this.#grants.flatMap(({ grant }) => Object.keys(grant.claims ?? {}));
    this.claims = [...new Set(paths.map(claimOf))].sort();
  }

  get hasTokens(): boolean {
    return this.#tokens.size > 0;
  }

  /** Undefined if no configured token is like this. */
  ofToken(token: string): Identity | undefined {
    const hash = this.#tokens.hashOf(token);
    return hash === undefined ? undefined : { kind: 'token', hash };
  }

  /** Undefined: may do nothing, or no longer. */
  principalOf(identity: Identity): Principal | undefined {
    if (identity.kind === 'token') return this.#tokens.byHash(identity.hash);
    const { issuer, subject, claims } = identity;
    if (issuer !== this.#issuer) return undefined;
    // The configuration names another claim now. Without it, a wider grant than meant could fit: sign in again.
    if (!this.claims.every((claim) => Object.hasOwn(claims, claim))) return undefined;
    const position = this.#grants.findIndex(({ fits }) => fits(presentOf(claims)));
    const found = this.#grants[position];
    if (!found) return undefined;
    const key = `${position} ${subject}`;
    const known = this.#principals.get(key);
    if (known) return known;
    const { rights = ['use'], servers, tools, profile } = found.grant;
    const principal = createPrincipal({ name: `oauth:${subject}`, rights, servers, tools, profile });
    this.#principals.set(key, principal);
    return principal;
  }
}

/** `/realm_access/roles/*` is in the claim `realm_access`. */
function claimOf(path: string): string {
  return path.startsWith('/') ? (path.split('/')[1] ?? '').replaceAll('~1', '/').replaceAll('~0', '~') : path;
}

function presentOf(claims: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null));
}
