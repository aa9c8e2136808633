// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the descriptions show how a reference is written
import { z } from 'zod';
import { accessFields } from './access-schema.ts';
import { webAddress } from './search-schema.ts';
import { authorizationConfig, signInConfig } from './sign-in-schema.ts';

const accessToken = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(64)
    .describe('A name for the token, for example its holder. Logs and the dashboard show it.'),
  token: z
    .string()
    .min(16)
    .optional()
    .describe('The bearer token that clients send. Write ${VAR} rather than the token itself.'),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, { error: 'is not a SHA-256 hash; write 64 hexadecimal digits in lower case' })
    .optional()
    .describe('The SHA-256 hash of the token in hexadecimal. Use it to keep the token itself out of the file.'),
  ...accessFields,
});

export const httpConfig = z.strictObject({
  host: z
    .string()
    .min(1)
    .optional()
    .describe('The address to listen on. An address other than loopback requires `tokens`, `oauth` or `signIn`.'),
  port: z.int().min(0).max(65_535).optional().describe('The port. 0: any free port.'),
  tokens: z.array(accessToken).optional().describe('The tokens that are accepted, and what each of them allows.'),
  oauth: z
    .strictObject({
      issuer: webAddress.describe('The authorization server whose tokens are accepted.'),
      audience: z
        .string()
        .min(1)
        .describe('The audience (`aud`) that tokens must have: the URL of this gateway that clients use.'),
      jwksUri: webAddress
        .optional()
        .describe('The JWKS URL of the authorization server. Default: read from the metadata of the issuer.'),
      requiredScopes: z.array(z.string().min(1)).optional().describe('Scopes that every token must have.'),
    })
    .optional()
    .describe('Accept the tokens of an OAuth authorization server.'),
  publicUrl: webAddress
    .optional()
    .describe('The address under which browsers and clients reach this gateway, such as https://tools.example.com.'),
  signIn: signInConfig.optional().describe('Let people sign in with an OpenID Connect provider. Needs `publicUrl`.'),
  authorization: z
    .union([z.boolean(), authorizationConfig])
    .optional()
    .describe(
      'Be the OAuth authorization server of this gateway, for clients that insist on one. Users sign in with `signIn`, else with a token of `tokens`. Needs `publicUrl`.',
    ),
  allowedHosts: z
    .array(z.string().min(1))
    .optional()
    .describe('More host names under which clients reach this gateway.'),
  allowedOrigins: z.array(z.string().min(1)).optional().describe('Origins of web pages that may call this gateway.'),
  limits: z
    .strictObject({
      bodyBytes: z.int().min(1).optional().describe('The largest request body, in bytes.'),
      headerBytes: z.int().min(1).optional().describe('The largest request headers, in bytes.'),
      concurrent: z.int().min(1).optional().describe('The largest number of concurrent requests.'),
      perMinute: z.int().min(1).optional().describe('The largest number of requests per minute with one token.'),
    })
    .optional()
    .describe('Limits for requests.'),
});

export type AccessTokenConfig = z.infer<typeof accessToken>;
export type HttpConfig = z.infer<typeof httpConfig>;
export type { AccessRight } from './access-schema.ts';
