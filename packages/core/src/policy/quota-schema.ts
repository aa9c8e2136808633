import { z } from 'zod';
import { oneOrMore, toolGlob } from './policy-schema.ts';

const count = z.int().min(1).max(1_000_000_000);

/** A limit of what callers may use. */
export const quotaConfig = z.strictObject({
  principals: oneOrMore(z.string().min(1).max(300))
    .optional()
    .describe('Whose calls count. * and ? work. Default: those of all principals.'),
  tools: oneOrMore(toolGlob).optional().describe('Tools as `server/name`. Default: all tools, prompts and resources.'),
  per: z
    .enum(['principal', 'tool', 'principal-and-tool', 'all'])
    .optional()
    .describe('What each count is for. Default: `principal`, so that every principal has the whole quota.'),
  callsPerDay: count.optional().describe('Calls in a day (UTC).'),
  resultTokensPerDay: count
    .optional()
    .describe('Tokens of results in a day (UTC), estimated. The call that crosses the limit still gets its result.'),
  concurrent: z.int().min(1).max(10_000).optional().describe('Calls at the same time.'),
});

export type QuotaConfig = z.infer<typeof quotaConfig>;
