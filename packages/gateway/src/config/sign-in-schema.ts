// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the descriptions show how a reference is written
import { conditionsOf } from '@foldout/core/internal';
import { z } from 'zod';
import { accessFields } from './access-schema.ts';
import { webAddress } from './search-schema.ts';

const secret = 'Write ${VAR} rather than the secret itself.';

const signInGrant = z.strictObject({
  claims: conditionsOf
    .optional()
    .describe(
      'Claim → its value or a condition, as in the `arguments` of a policy rule: `{ "groups": { "contains": "ops" } }`. All must hold. Default: every user.',
    ),
  ...accessFields,
  profile: z
    .string()
    .min(1)
    .optional()
    .describe('The only profile that these users may use: they get it at `/mcp` too. Default: no restriction.'),
});

export const signInConfig = z.strictObject({
  issuer: webAddress.describe('The OpenID Connect provider.'),
  clientId: z.string().min(1).describe('The id of the client that you registered there for this gateway.'),
  clientSecret: z.string().min(1).optional().describe(`Its secret. Default: a public client. ${secret}`),
  scopes: z
    .array(z.string().min(1))
    .optional()
    .describe(
      'The scopes to request. Default: `openid`, `profile`, `email`. With `offline_access`, claims are read again at every renewal.',
    ),
  grants: z
    .array(signInGrant)
    .min(1)
    .describe('What users may do, in order: the first whose claims fit decides. A user whom none fits is refused.'),
  hours: z
    .number()
    .positive()
    .max(720)
    .optional()
    .describe('How long a browser stays signed in, in hours. Default: 12.'),
});

const oauthClient = z.strictObject({
  clientId: z
    .string()
    .regex(/^[\w.:-]{1,128}$/, { error: 'is not a client id; write letters, digits, dots, dashes, colons' })
    .describe('The id of the client. Policy rules can name it in `clients`.'),
  clientSecret: z.string().min(16).optional().describe(`Its secret. Default: a public client. ${secret}`),
  name: z.string().min(1).max(100).describe('The name that users see when they are asked for consent.'),
  redirectUris: z.array(z.string().min(1)).min(1).describe('The addresses to which users return. Compared exactly.'),
});

export const authorizationConfig = z.strictObject({
  clients: z.array(oauthClient).optional().describe('Clients that need no registration.'),
  registration: z.boolean().optional().describe('Whether clients may register themselves (RFC 7591). Default: true.'),
  redirectHosts: z
    .array(
      z.string().regex(/^(\*|[a-z0-9.-]+|[a-z][a-z0-9+.-]*:)$/, {
        error: 'is not a host; write a host name such as claude.ai, a scheme such as cursor:, or *',
      }),
    )
    .min(1)
    .optional()
    .describe(
      'Hosts to which clients that register themselves may send users, beside this machine. Default: those of claude.ai, ChatGPT and VS Code.',
    ),
  days: z
    .number()
    .positive()
    .max(365)
    .optional()
    .describe('How long a client may renew its access without the user, in days. Default: 30.'),
});

export type SignInConfig = z.infer<typeof signInConfig>;
export type SignInGrant = z.infer<typeof signInGrant>;
export type AuthorizationConfig = z.infer<typeof authorizationConfig>;
