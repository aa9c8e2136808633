import type { CommandContext, JsonObject } from '@foldout/core';
import { isObject } from '@foldout/core/internal';
import type { ApiRequest } from './build-request.ts';
import type { References } from './references.ts';

/** A security scheme of the document, with the scopes that the operation needs. */
export interface SecurityScheme {
  readonly name: string;
  readonly type: 'apiKey' | 'http' | 'oauth2' | 'openIdConnect';
  /** `basic`, `bearer` or another scheme of HTTP. */
  readonly scheme?: string | undefined;
  readonly scopes: readonly string[];
}

/** A token or an API key; a name and a password for `basic`. */
export type Credential = string | { readonly username: string; readonly password: string };

/** The credential for a scheme; undefined if there is none. Called with every request, so that a token can be renewed. */
export type CredentialsOf = (
  scheme: SecurityScheme,
  context: CommandContext,
) => Credential | undefined | Promise<Credential | undefined>;

/** A function, or credentials by the name of the scheme. */
export type Credentials = CredentialsOf | Readonly<Record<string, Credential | undefined>>;

/** Adds credentials to the requests of a document. */
export class RequestSigner {
  readonly #schemes: JsonObject;
  readonly #references: References;
  readonly #credentialsOf: CredentialsOf;

  constructor(document: JsonObject, references: References, auth: Credentials = {}) {
    const components = isObject(document['components']) ? document['components'] : {};
    this.#schemes = isObject(components['securitySchemes']) ? components['securitySchemes'] : {};
    this.#references = references;
    this.#credentialsOf =
      typeof auth === 'function' ? auth : ({ name }) => (Object.hasOwn(auth, name) ? auth[name] : undefined);
  }

  /**
   * Signs a request with the first alternative whose credentials are all there. Returns the names of the schemes that are
   * needed if there is none, and undefined if the request may be sent.
   */
  async sign(
    request: ApiRequest,
    security: readonly JsonObject[],
    context: CommandContext,
  ): Promise<readonly string[] | undefined> {
    // An empty alternative means that the operation works without credentials. They are sent where there are some.
    const wanted = security.filter((alternative) => Object.keys(alternative).length > 0);
    for (const alternative of wanted) {
      const signatures = await this.#signaturesOf(alternative, request, context);
      if (!signatures) continue;
      for (const signature of signatures) signature(request);
      return undefined;
    }
    const isOptional = wanted.length < security.length || security.length === 0;
    return isOptional ? undefined : [...new Set(wanted.flatMap((alternative) => Object.keys(alternative)))];
  }

  async #signaturesOf(
    alternative: JsonObject,
    request: ApiRequest,
    context: CommandContext,
  ): Promise<Signature[] | undefined> {
    const signatures: Signature[] = [];
    for (const [name, scopes] of Object.entries(alternative)) {
      const definition = this.#references.resolve(Object.hasOwn(this.#schemes, name) ? this.#schemes[name] : undefined);
      const { type, scheme } = definition;
      const credential = await this.#credentialsOf(
        {
          name,
          type: type as SecurityScheme['type'],
          scheme: typeof scheme === 'string' ? scheme.toLowerCase() : undefined,
          scopes: Array.isArray(scopes) ? scopes.map(String) : [],
        },
        context,
      );
      // A header of the options may hold the credential already.
      if (request.headers.has(headerOf(definition))) continue;
      if (credential === undefined || credential === '') return undefined;
      signatures.push((request) => apply(definition, credential, request));
    }
    return signatures;
  }
}

/** The header that carries a credential. */
function headerOf({ type, in: place, name }: JsonObject): string {
  return type === 'apiKey' && place === 'header' ? String(name) : 'authorization';
}

type Signature = (request: ApiRequest) => void;

function apply(definition: JsonObject, credential: Credential, { headers, url }: ApiRequest): void {
  const text = typeof credential === 'string' ? credential : `${credential.username}:${credential.password}`;
  if (definition['type'] === 'apiKey') {
    const name = String(definition['name']);
    if (definition['in'] === 'query') url.searchParams.set(name, text);
    else if (definition['in'] === 'cookie') headers.append('cookie', `${name}=${encodeURIComponent(text)}`);
    else headers.set(name, text);
    return;
  }
  const scheme = definition['type'] === 'http' ? String(definition['scheme'] ?? 'bearer') : 'bearer';
  if (/^basic$/i.test(scheme)) headers.set('authorization', `Basic ${base64(text)}`);
  else headers.set('authorization', `${/^bearer$/i.test(scheme) ? 'Bearer' : scheme} ${text}`);
}

function base64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
}
