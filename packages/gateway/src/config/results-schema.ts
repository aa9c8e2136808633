import { z } from 'zod';

/** What `redact` knows by name. */
const MASKED_KINDS = ['secrets', 'emails', 'phones', 'cards', 'ibans'] as const;

const maskRule = z.strictObject({
  name: z
    .string()
    .regex(/^[\w -]{1,40}$/, { error: 'is no name; write up to 40 letters, digits, spaces, dashes or underscores' })
    .describe('What the rule masks. It replaces the text, in brackets.'),
  like: z
    .string()
    .min(3)
    .max(200)
    .regex(/[^*?#]{2}|#{3}/, { error: 'masks too many texts; write at least two fixed characters or three digits' })
    // Two would be tried in every combination.
    .regex(/^[^*]*\*?[^*]*$/, { error: 'has more than one `*`; write one rule for each form' })
    .describe(
      'The form of the text: `#` is a digit, `?` a letter or a digit, `*` up to 64 letters, digits, `_` or `-`.',
    ),
});

const resultsConfig = z.strictObject({
  scan: z
    .boolean()
    .optional()
    .describe(
      'Look for hidden text and injected instructions in results, and flag them in `_meta` and the log. Default: true.',
    ),
  fence: z
    .enum(['flagged', 'always'])
    .optional()
    .describe(
      'Put lines around the texts of results that say that they are data: around those with findings, or all. Default: never.',
    ),
  redact: z
    .array(z.union([z.enum(MASKED_KINDS), maskRule]))
    .min(1)
    .max(50)
    .optional()
    .describe('Mask texts in results, prompts and resources, before anyone reads them. Default: nothing.'),
  spill: z
    .boolean()
    .optional()
    .describe(
      'Write results that are cut to a file, for clients over stdio. The answer names the file. Default: false.',
    ),
});

/** How long the results of a tool may be reused, in milliseconds, by glob of its name. */
const resultCache = z.record(z.string().min(1), z.int().min(1).max(86_400_000));

/** The field of a configuration about results of upstreams. */
export const resultsField = {
  results: resultsConfig.optional().describe('What happens to results of servers on their way to a client.'),
};

/** The field of a server. */
export const cacheField = {
  cache: resultCache
    .optional()
    .describe(
      'Reuse results of tools that are `readOnlyHint` and `idempotentHint`: glob of the name → milliseconds. Default: never.',
    ),
};

export type ResultsConfig = z.infer<typeof resultsConfig>;
export type MaskRule = NonNullable<ResultsConfig['redact']>[number];
