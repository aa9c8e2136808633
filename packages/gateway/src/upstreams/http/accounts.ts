import { LOCAL_PRINCIPAL } from '@foldout/core/internal';
import type { AuthProvider, OAuthClientProvider } from '@modelcontextprotocol/client';
import type { ServerConfig } from '../../config/config-schema.ts';
import type { Credentials } from '../../state/shared-state.ts';
import type { CallingClient } from '../upstream.ts';
import { SignIn } from './sign-in.ts';
import { forwardedToken, isPersonal, RequestedToken } from './token-source.ts';

/** How one instance of a server gets its credentials. */
export interface Account {
  provider(): Promise<OAuthClientProvider | AuthProvider | undefined>;
  /** Whether the credentials may have changed since the last connection. */
  hasNewToken(): Promise<boolean>;
}

/** The accounts with which one server is called: one for all callers, or one for each principal. */
export class Accounts {
  /** Whether each principal has an own connection to the server. */
  readonly personal: boolean;
  readonly #name: string;
  readonly #config: ServerConfig;
  readonly #credentials: Credentials;
  /** Principal → the last verified token with which it has called. */
  readonly #tokens = new Map<string, string>();

  constructor(name: string, config: ServerConfig, credentials: Credentials) {
    this.#name = name;
    this.#config = config;
    this.#credentials = credentials;
    this.personal = isPersonal(config);
  }

  /** Remembers the token of a caller, for the requests of its instance. */
  see(client: Pick<CallingClient, 'principal' | 'token'> | undefined): void {
    if (this.personal && client?.principal !== undefined && client.token !== undefined) {
      this.#tokens.set(client.principal, client.token);
    }
  }

  /** The sign-in of a principal; that of all callers where they share one. */
  signInOf(principal: string | undefined): SignIn {
    const own = this.#config.identity === 'person' && principal !== undefined && principal !== LOCAL_PRINCIPAL;
    return new SignIn(this.#name, this.#config, this.#credentials, own ? principal : undefined);
  }

  of(principal: string | undefined): Account {
    const { identity = 'shared' } = this.#config;
    if (identity === 'shared' || identity === 'person') return this.signInOf(principal);
    const caller = principal === undefined ? undefined : () => this.#tokens.get(principal);
    const provider =
      identity === 'forward' ? forwardedToken(caller ?? (() => undefined)) : new RequestedToken(identity, caller);
    // Whether the next token is better is known only after it was tried.
    return { provider: async () => provider, hasNewToken: async () => true };
  }
}
