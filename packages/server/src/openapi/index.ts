// Everything named here is public: adding a name is a promise, removing one is a breaking change.
export { commandsFromOpenApi, OPENAPI_DEFAULTS, type OpenApiOptions } from './commands-from-openapi.ts';
export type { Credential, Credentials, CredentialsOf, SecurityScheme } from './credentials.ts';
export type { OpenApiOperation } from './operations.ts';
export type { Fetch } from './send-request.ts';
