import type { IncomingMessage, ServerResponse } from 'node:http';
import { opensStream } from '@foldout/server/internal/http';
import type { AccessRight } from '../config/http-schema.ts';
import type { Authenticator } from './authenticator.ts';
import type { Principal } from './principal.ts';

interface OpenResponse {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly principal: Principal;
  readonly right: AccessRight;
}

/** The responses that are open, so that they end when their credentials are no longer valid. */
export class OpenResponses {
  readonly #open = new Set<OpenResponse>();

  add(response: OpenResponse): void {
    if (response.outgoing.destroyed) return;
    this.#open.add(response);
    response.outgoing.once('close', () => this.#open.delete(response));
  }

  /** Ends all responses whose token is no longer valid or lacks the right, and streams whose principal has other rights now. */
  async check(authenticator: Authenticator): Promise<void> {
    await Promise.all([...this.#open].map((response) => this.#checkOne(response, authenticator)));
  }

  async #checkOne({ incoming, outgoing, principal, right }: OpenResponse, authenticator: Authenticator): Promise<void> {
    const now = await authenticator.confirm(incoming, principal);
    const isValid = now?.rights.has(right) === true;
    // A stream was opened with a view of the tools that is fixed. A call ends on its own.
    if (!isValid || (opensStream(incoming) && now.grant !== principal.grant)) outgoing.destroy();
  }
}
