import type { IncomingMessage } from 'node:http';
import type { HttpConfig } from '../config/http-schema.ts';
import type { Principal } from './principal.ts';

/** Tokens that this gateway issues begin with this, so that no other token is looked up in the state. */
export const TOKEN_PREFIX = 'fdt_';

/** People who have signed in: their browsers, and the clients that they let in. */
export interface People {
  /** The principal of a token of this gateway, which begins with `TOKEN_PREFIX`. Undefined: not valid (any more). */
  ofToken(token: string): Promise<Principal | undefined>;
  /** The principal of a browser that is signed in. Undefined: it is not. */
  ofBrowser(request: IncomingMessage): Promise<Principal | undefined>;
  update(config: HttpConfig): void;
}
