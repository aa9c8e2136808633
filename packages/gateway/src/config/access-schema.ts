import { z } from 'zod';

export const globs = z.array(z.string().min(1));

const rights = z.enum(['use', 'watch', 'operate', 'administer']);

/** What a token or a user may do. */
export const accessFields = {
  servers: globs.optional().describe('Servers that may be used, as globs. Default: all.'),
  tools: globs.optional().describe('Tools that may be used, as globs of `server/name`. Default: all.'),
  rights: z
    .array(rights)
    .optional()
    .describe(
      '`use`: call tools. `watch`: read the dashboard and metrics. `operate`: approve and restart. `administer`: change this configuration from the dashboard, which can run any program. Default: `use`.',
    ),
};

export type AccessRight = z.infer<typeof rights>;
