import type { GatewayMiddleware } from './gateway-env.ts';
import { Refused } from './refusal.ts';
import { MCP_PATH } from './routes.ts';

const CREDENTIALS = /[?&](?:access_?token|token|bearer|authorization|api_?key)=/i;
/** Spellings of a path that a proxy or a file system may read as another path. */
const AMBIGUOUS = /\/\/|\\|%2e|%2f|%5c|%00|\/\.\.?(\/|$)/i;

export const NOT_FOUND = { status: 404, message: `Nothing here. MCP is served at ${MCP_PATH}.` } as const;

export const NO_PROFILE = {
  status: 404,
  message: `There is no profile of this name. Use the address of one that is in the configuration, or ${MCP_PATH}.`,
} as const;

/** Protects from DNS rebinding and from pages of other origins. Answers a CORS preflight of an allowed origin. */
export const checkHostAndOrigin: GatewayMiddleware = async (c, next) => {
  const { guard } = c.var.access;
  const { incoming } = c.env;
  const refusal = guard.refusal(incoming);
  if (refusal) throw new Refused(refusal);
  const preflight = guard.preflightHeaders(incoming);
  if (preflight) return new Response(null, { status: 204, headers: preflight });
  await next();
  for (const [name, value] of Object.entries(guard.corsHeaders(incoming) ?? {})) c.header(name, value);
};

export const refuseTokenInUrl: GatewayMiddleware = async (c, next) => {
  if (CREDENTIALS.test(c.env.incoming.url ?? '')) {
    const message =
      'The URL contains a token, and URLs end up in logs. Replace this token, and send the new one in the Authorization header.';
    throw new Refused({ status: 400, message });
  }
  await next();
};

export const refuseAmbiguousPath: GatewayMiddleware = async (c, next) => {
  if (AMBIGUOUS.test(c.req.path)) throw new Refused(NOT_FOUND);
  await next();
};

/** Hono treats HEAD as GET, so HEAD has to be checked here too. */
export function allowMethods(...methods: readonly string[]): GatewayMiddleware {
  const allow = methods.join(', ');
  return async (c, next) => {
    if (!methods.includes(c.req.method)) {
      throw new Refused({
        status: 405,
        message: `The method ${c.req.method} is not allowed here. Use ${allow}.`,
        headers: { allow },
      });
    }
    await next();
  };
}
