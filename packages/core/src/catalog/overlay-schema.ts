import { z } from 'zod';
import { RISKS } from './tool.ts';

const MOST_WORDS = 50;
const LONGEST_WORD = 200;
const LONGEST_TEXT = 20_000;

const words = z.array(z.string().min(1).max(LONGEST_WORD)).max(MOST_WORDS);

const argumentOverlay = z.strictObject({
  value: z
    .unknown()
    .optional()
    .describe('Always sent with this value. Callers do not see the argument and cannot send another value.'),
  default: z.unknown().optional().describe('Sent if the caller leaves the argument out, which it then may.'),
  description: z.string().max(LONGEST_TEXT).optional().describe('Replaces the description of the argument.'),
  required: z.literal(true).optional().describe('Callers have to send the argument.'),
});

/** What the operator changes about a tool of another server, or about all tools of a server. */
export const toolOverlay = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, {
      error: 'a tool cannot have this name; write 1 to 64 letters, digits, underscores or dashes',
    })
    .optional()
    .describe(
      'The name under which agents find and call the tool. Policy rules and approvals keep the name of the server.',
    ),
  title: z.string().min(1).max(LONGEST_WORD).optional().describe('Replaces the title.'),
  summary: z.string().min(1).max(80).optional().describe('One line that replaces the summary.'),
  description: z.string().min(1).max(LONGEST_TEXT).optional().describe('Replaces the description.'),
  aliases: words.optional().describe('More words to find the tool by. Only search reads them.'),
  tags: words.optional().describe('More tags.'),
  category: z.string().min(1).max(LONGEST_WORD).optional().describe('The category.'),
  examples: z
    .array(
      z.strictObject({
        title: z.string().min(1).max(LONGEST_WORD).describe('What the example does.'),
        input: z.record(z.string(), z.unknown()).describe('The input of the call.'),
        output: z.unknown().optional().describe('The result of the call.'),
      }),
    )
    .max(MOST_WORDS)
    .optional()
    .describe('Examples of calls.'),
  arguments: z.record(z.string().min(1), argumentOverlay).optional().describe('Argument → what changes about it.'),
  alwaysAvailable: z.boolean().optional().describe('Whether every surface lists the tool directly.'),
  hidden: z.boolean().optional().describe('The tool can be neither found nor called.'),
  risk: z
    .enum(RISKS)
    .optional()
    .describe('The worst effect of a call. A lower risk than the server declares applies only together with `for`.'),
  instructions: z
    .string()
    .max(LONGEST_TEXT)
    .optional()
    .describe('Replaces what the server tells models about its tools as a whole. Only for a server.'),
  for: z
    .string()
    .regex(/^[0-9a-f]{12,64}$/, { error: 'is not the hash of a definition; `foldout show` prints it' })
    .optional()
    .describe(
      'The hash of the definition that you have read. If the server changes it, Foldout says so, and a lowered risk no longer applies.',
    ),
});

export type ToolOverlay = z.infer<typeof toolOverlay>;

/** The fields that only the overlay of a single tool can have. */
export const TOOL_ONLY_FIELDS = [
  'name',
  'title',
  'summary',
  'description',
  'aliases',
  'examples',
  'arguments',
  'for',
] as const satisfies readonly (keyof ToolOverlay)[];
