import { CLIENTS } from '@foldout/clients';
import type { ToolStrategy } from '@foldout/server';
import { z } from 'zod';

/** A copy of the list in `@foldout/server`, whose import would load the MCP protocol. A test compares the two lists. */
const STRATEGIES = [
  'individual',
  'grouped',
  'lazy',
  'index',
  'dynamic',
  'proxy',
  'core',
  'auto',
] as const satisfies readonly ToolStrategy[];

export const strategy = z.enum(STRATEGIES);

/** The ids of the clients whose behavior is known. */
const KNOWN_CLIENTS = CLIENTS.flatMap(({ id, facts }) => (facts ? [id] : []));

export const clientSettings = z.strictObject({
  toolStrategy: strategy.optional().describe('The surface for these clients.'),
  defersTools: z
    .boolean()
    .optional()
    .describe(
      'Whether these clients defer tools with the model that you use. `auto` reads it for clients where that depends on the model, such as Codex.',
    ),
  encoding: z
    .enum(['toon'])
    .optional()
    .describe('Lists of objects in results as TOON tables, where that takes fewer tokens than JSON. Default: JSON.'),
  sameAs: z
    .enum(KNOWN_CLIENTS)
    .optional()
    .describe('The known client that behaves in the same way, for a fork or a client that Foldout does not know.'),
});

export const profileName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, {
  error:
    'a profile cannot have this name; write 1 to 64 letters, digits, dots, dashes or underscores, starting with a letter or digit',
});

export const profileConfig = z.strictObject({
  toolStrategy: strategy.optional().describe('The surface of this profile.'),
  toolsets: z
    .array(z.string().min(1))
    .optional()
    .describe('Only the tools of these categories or servers exist in this profile.'),
  tools: z
    .array(z.string().min(1))
    .optional()
    .describe('Only these tools exist in this profile, and those of `toolsets`.'),
});
