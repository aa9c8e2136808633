import type { OpenApiOperation } from '@foldout/server/openapi';
import type { ServerConfig } from '../../config/config-schema.ts';
import { guardedFetch } from '../http/guarded-fetch.ts';

type Api = Pick<ServerConfig, 'baseUrl' | 'headers' | 'bearerToken' | 'credentials'>;

/**
 * The hosts that a downloaded document names for requests. Whoever can change the document could send the requests, and with
 * them the credentials, somewhere else: credentials go to the host of the document only, and no request to an internal
 * address. A file and `baseUrl` are the operator's own words.
 */
export class NamedHosts {
  readonly #document: URL;
  readonly #hasCredentials: boolean;
  readonly fetch: (url: URL, init: RequestInit) => Promise<Response>;

  constructor(document: string, { headers = {}, bearerToken, credentials = {} }: Api) {
    this.#document = new URL(document);
    this.#hasCredentials =
      bearerToken !== undefined || Object.keys(headers).length > 0 || Object.keys(credentials).length > 0;
    this.fetch = guardedFetch(document);
  }

  /** Throws if credentials would go to another host than that of the document. */
  check({ server = '/' }: OpenApiOperation): void {
    if (!this.#hasCredentials || !URL.canParse(server, this.#document.href)) return;
    const named = new URL(server, this.#document);
    const keepsEncryption = named.protocol === 'https:' || this.#document.protocol === 'http:';
    if (named.host === this.#document.host && keepsEncryption) return;
    throw new Error(
      `its OpenAPI document, which comes from ${this.#document.host}, would send the credentials to ${named.origin}. If they are meant for it, set "baseUrl": "${named.href}"`,
    );
  }
}

/** Undefined where the operator has named the API. */
export function namedHosts(place: string, config: Api): NamedHosts | undefined {
  return config.baseUrl === undefined && URL.canParse(place) && /^https?:/i.test(place)
    ? new NamedHosts(place, config)
    : undefined;
}
