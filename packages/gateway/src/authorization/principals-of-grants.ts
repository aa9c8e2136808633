import { LRUCache } from 'lru-cache';
import { grantOf } from '../http/oauth-scopes.ts';
import { narrowedTo, type Principal } from '../http/principal.ts';
import type { SignIn } from '../sign-in/sign-in.ts';
import type { AuthorizedGrant } from './issued-tokens.ts';

const MAX_PRINCIPALS = 10_000;

/** What clients may do for their users. The same grant gives the same object, as long as the configuration is the same. */
export class PrincipalsOfGrants {
  readonly #signIn: Pick<SignIn, 'identities'>;
  readonly #known = new LRUCache<string, { readonly user: Principal; readonly narrowed: Principal }>({
    max: MAX_PRINCIPALS,
  });

  constructor(signIn: Pick<SignIn, 'identities'>) {
    this.#signIn = signIn;
  }

  /** Undefined: the user may do nothing here any more. */
  of({ identity, client, scopes }: AuthorizedGrant): Principal | undefined {
    const user = this.#signIn.identities.principalOf(identity);
    if (!user) return undefined;
    const key = JSON.stringify([user.name, client, scopes]);
    const known = this.#known.get(key);
    if (known?.user === user) return known.narrowed;
    const narrowed = narrowedTo(user, { client, ...grantOf(scopes) });
    this.#known.set(key, { user, narrowed });
    return narrowed;
  }
}
