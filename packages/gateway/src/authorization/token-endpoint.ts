import { TokenBuckets } from '../http/token-buckets.ts';
import type { Log } from '../logging/log.ts';
import { SignInRefused } from '../sign-in/openid-provider.ts';
import type { SignIn } from '../sign-in/sign-in.ts';
import type { AuthorizedGrant, IssuedTokens, TokenAnswer } from './issued-tokens.ts';
import { isAuthentic, type OAuthClient, type RegisteredClients, RegistrationError } from './registered-clients.ts';

/** Limits for one address. Behind a proxy, that is the proxy: all clients share them. */
const REQUESTS_PER_MINUTE = 600;
const REGISTRATIONS_PER_MINUTE = 30;
const NO_STORE = { 'cache-control': 'no-store', pragma: 'no-cache' } as const;

/** An error of RFC 6749. */
class TokenError extends Error {
  override readonly name = 'TokenError';
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

export interface TokenEndpointParts {
  readonly issued: IssuedTokens;
  readonly signIn: Pick<SignIn, 'identities' | 'provider'>;
  readonly log: Log;
}

/** The endpoints that clients call without a browser: registration, tokens, revocation. */
export class TokenEndpoint {
  readonly #issued: IssuedTokens;
  readonly #signIn: TokenEndpointParts['signIn'];
  readonly #log: Log;
  readonly #requests = new TokenBuckets(REQUESTS_PER_MINUTE);
  readonly #registrations = new TokenBuckets(REGISTRATIONS_PER_MINUTE);

  constructor({ issued, signIn, log }: TokenEndpointParts) {
    this.#issued = issued;
    this.#signIn = signIn;
    this.#log = log;
  }

  register(request: Request, clients: RegisteredClients, address: string): Promise<Response> {
    return answered(async () => {
      take(this.#registrations, address);
      const registered = await clients.register(await request.json().catch(() => undefined));
      this.#log.info(
        `the client ${registered['client_id']} (${JSON.stringify(registered['client_name'])}) has registered`,
      );
      return Response.json(registered, { status: 201, headers: NO_STORE });
    });
  }

  answer(request: Request, clients: RegisteredClients, address: string): Promise<Response> {
    return answered(async () => {
      const { form, client } = await this.#read(request, clients, address);
      const type = form.get('grant_type');
      if (type !== 'authorization_code' && type !== 'refresh_token') {
        throw new TokenError('unsupported_grant_type', 'grant_type has to be authorization_code or refresh_token');
      }
      const tokens = type === 'refresh_token' ? await this.#renew(form, client) : await this.#redeem(form, client);
      return Response.json(tokens, { headers: NO_STORE });
    });
  }

  revoke(request: Request, clients: RegisteredClients, address: string): Promise<Response> {
    return answered(async () => {
      const { form, client } = await this.#read(request, clients, address);
      await this.#issued.revoke(form.get('token') ?? '', client.id);
      return new Response(null, { status: 200, headers: NO_STORE });
    });
  }

  async #redeem(form: URLSearchParams, client: OAuthClient): Promise<TokenAnswer> {
    const tokens = await this.#issued.redeem(form.get('code') ?? '', {
      client: client.id,
      redirectUri: form.get('redirect_uri') ?? '',
      verifier: form.get('code_verifier') ?? '',
    });
    if (tokens) return tokens;
    throw new TokenError('invalid_grant', 'The code is unknown, has expired, was used, or is not for this request.');
  }

  async #renew(form: URLSearchParams, client: OAuthClient): Promise<TokenAnswer> {
    const secret = form.get('refresh_token') ?? '';
    const taken = await this.#issued.takeRefresh(secret, client.id);
    const ended = new TokenError('invalid_grant', 'The access has ended. The user has to sign in again.');
    if (!taken) throw ended;
    const current = taken.repeated ? taken.grant : await this.#checked(taken.grant, secret);
    const tokens =
      current && this.#signIn.identities.principalOf(current.identity) && (await this.#issued.renewed(current));
    if (tokens) return tokens;
    await this.#issued.revokeGrant(taken.grant.id);
    throw ended;
  }

  /** The grant with the present claims of the user; undefined if the provider has ended the sign-in. */
  async #checked(grant: AuthorizedGrant, secret: string): Promise<AuthorizedGrant | undefined> {
    const { identity, refresh } = grant;
    const { provider } = this.#signIn;
    if (refresh === undefined || identity.kind !== 'user' || !provider) return grant;
    try {
      const renewed = await provider.renew(refresh, identity.subject);
      return { ...grant, identity: renewed.identity, refresh: renewed.refresh };
    } catch (error) {
      if (error instanceof SignInRefused) return undefined;
      await this.#issued.giveBack(secret, grant);
      this.#log.warn(`a user cannot be checked with the identity provider: ${(error as Error).message}`);
      throw new TokenError('temporarily_unavailable', 'The identity provider does not answer. Try again.', 503);
    }
  }

  async #read(request: Request, clients: RegisteredClients, address: string) {
    take(this.#requests, address);
    const form = new URLSearchParams(await request.text());
    const basic = basicIn(request.headers.get('authorization'));
    const id = basic?.id ?? form.get('client_id') ?? '';
    const client = await clients.find(id);
    if (!client || !isAuthentic(client, basic?.secret ?? form.get('client_secret') ?? undefined)) {
      throw new TokenError('invalid_client', 'The client is unknown, or its secret is wrong. Register again.', 401);
    }
    return { form, client };
  }
}

/** The client in an Authorization header (RFC 6749, 2.3.1). */
function basicIn(header: string | null): { readonly id: string; readonly secret: string } | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(header ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  try {
    const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));
    return { id: decode(id), secret: decode(secret) };
  } catch {
    return undefined;
  }
}

function take(buckets: TokenBuckets, address: string): void {
  const wait = buckets.take(address);
  if (wait > 0) throw new TokenError('temporarily_unavailable', `Too many requests. Try again in ${wait} s.`, 429);
}

async function answered(handle: () => Promise<Response>): Promise<Response> {
  try {
    return await handle();
  } catch (error) {
    const isOurs = error instanceof TokenError || error instanceof RegistrationError;
    if (!isOurs) throw error;
    const isFull = error instanceof RegistrationError && error.code === 'temporarily_unavailable';
    const status = error instanceof TokenError ? error.status : isFull ? 503 : 400;
    return Response.json({ error: error.code, error_description: error.message }, { status, headers: NO_STORE });
  }
}
