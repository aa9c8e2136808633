import type { IncomingMessage } from 'node:http';
import {
  buildOAuthProtectedResourceMetadata,
  getOAuthProtectedResourceMetadataUrl,
  type OAuthMetadata,
} from '@modelcontextprotocol/server';
import { SCOPES_SUPPORTED } from './oauth-scopes.ts';
import type { OAuthConfig } from './oauth-tokens.ts';

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** OAuth protected resource metadata (RFC 9728): tells a client where to get a token for this gateway. */
export class ProtectedResource {
  readonly #oauth: OAuthConfig;
  readonly #mcpPath: string;
  /** The audience, when it is a URL (RFC 8707). */
  readonly #audience: URL | undefined;

  constructor(oauth: OAuthConfig, mcpPath: string) {
    this.#oauth = oauth;
    this.#mcpPath = mcpPath;
    this.#audience =
      /^https?:/i.test(oauth.audience) && URL.canParse(oauth.audience) ? new URL(oauth.audience) : undefined;
  }

  servesAt(path: string): boolean {
    const own = this.#audience ? new URL(getOAuthProtectedResourceMetadataUrl(this.#audience)).pathname : WELL_KNOWN;
    return path === WELL_KNOWN || path === `${WELL_KNOWN}${this.#mcpPath}` || path === own;
  }

  document(request: IncomingMessage): object {
    const { issuer, requiredScopes = [] } = this.#oauth;
    return {
      ...buildOAuthProtectedResourceMetadata({
        // `buildOAuthProtectedResourceMetadata` reads only the issuer.
        oauthMetadata: { issuer } as OAuthMetadata,
        resourceServerUrl: this.#resource(request),
        scopesSupported: [...new Set([...requiredScopes, ...SCOPES_SUPPORTED])],
        resourceName: 'Foldout',
      }),
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
