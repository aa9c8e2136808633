import type { IncomingMessage } from 'node:http';
import {
  buildOAuthProtectedResourceMetadata,
  getOAuthProtectedResourceMetadataUrl,
  type OAuthMetadata,
} from '@modelcontextprotocol/server';
import { SCOPES_SUPPORTED } from './oauth-scopes.ts';
import type { OAuthConfig } from './oauth-tokens.ts';

interface ResourceOptions {
  readonly oauth?: OAuthConfig | undefined;
  /** The public address of this gateway, where it is an authorization server itself. */
  readonly own?: string | undefined;
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** OAuth protected resource metadata (RFC 9728): tells a client where to get a token for this gateway. */
export class ProtectedResource {
  readonly #oauth: OAuthConfig | undefined;
  readonly #own: string | undefined;
  readonly #mcpPath: string;
  /** The audience, when it is a URL (RFC 8707). */
  readonly #audience: URL | undefined;

  constructor({ oauth, own }: ResourceOptions, mcpPath: string) {
    this.#oauth = oauth;
    this.#own = own && new URL(own).origin;
    this.#mcpPath = mcpPath;
    const audience = this.#own ? `${this.#own}${mcpPath}` : (oauth?.audience ?? '');
    this.#audience = /^https?:/i.test(audience) && URL.canParse(audience) ? new URL(audience) : undefined;
  }

  servesAt(path: string): boolean {
    const own = this.#audience ? new URL(getOAuthProtectedResourceMetadataUrl(this.#audience)).pathname : WELL_KNOWN;
    return path === WELL_KNOWN || path === `${WELL_KNOWN}${this.#mcpPath}` || path === own;
  }

  document(request: IncomingMessage): object {
    const { issuer, requiredScopes = [] } = this.#oauth ?? {};
    const [first, ...others] = [this.#own, issuer].filter((one) => one !== undefined);
    const { authorization_servers: servers = [], ...built } = buildOAuthProtectedResourceMetadata({
      // `buildOAuthProtectedResourceMetadata` reads only the issuer.
      oauthMetadata: { issuer: first } as OAuthMetadata,
      resourceServerUrl: this.#resource(request),
      scopesSupported: [...new Set([...requiredScopes, ...SCOPES_SUPPORTED])],
      resourceName: 'Foldout',
    });
    return {
      ...built,
      authorization_servers: [...servers, ...others],
      bearer_methods_supported: ['header'],
    };
  }

  metadataUrl(request: IncomingMessage): string {
    return getOAuthProtectedResourceMetadataUrl(this.#resource(request));
  }

  /** The Host is already checked. A wrong `x-forwarded-proto` only gives the sender a link that does not work. */
  #resource({ headers }: IncomingMessage): URL {
    if (this.#audience) return this.#audience;
    const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
    return new URL(this.#mcpPath, `${scheme}://${headers.host}`);
  }
}
