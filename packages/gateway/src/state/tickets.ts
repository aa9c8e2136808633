import { createHash } from 'node:crypto';

/**
 * `flow`: a sign-in at the identity provider that is under way, `entrance`: one with a token, `account`: one at a server behind
 * the gateway. `session`: a browser that is signed in. `registration`, `client`: an OAuth client
 * before and after its first sign-in. `request`: a request for consent. `code`, `refresh`, `access`: issued to a client.
 * `spent`: a code or a refresh token that was used. `grant`: what a user has allowed a client.
 */
export type TicketKind =
  | 'flow'
  | 'entrance'
  | 'account'
  | 'session'
  | 'registration'
  | 'client'
  | 'request'
  | 'code'
  | 'refresh'
  | 'access'
  | 'spent'
  | 'grant';

/**
 * Texts that expire, each found by a secret. A secret is stored as its hash only, and a text is encrypted: a copy of the
 * state lets nobody in.
 */
export interface Tickets {
  /** `until`: milliseconds since 1970. Replaces an earlier text. */
  put(kind: TicketKind, secret: string, text: string, until: number): Promise<void>;
  /** Undefined if there is none, or it has expired. */
  load(kind: TicketKind, secret: string): Promise<string | undefined>;
  /** Removes a ticket and returns its text. Of several callers, in whichever process, one gets it. */
  take(kind: TicketKind, secret: string): Promise<string | undefined>;
  /** How many have not expired. */
  count(kind: TicketKind): Promise<number>;
}

export function ticketId(kind: TicketKind, secret: string): string {
  return createHash('sha256').update(`${kind}:${secret}`).digest('hex');
}

/** The name under which the text is encrypted: a text cannot be moved to another ticket. */
export function sealName(kind: TicketKind, id: string): string {
  return `ticket ${kind} ${id}`;
}
