// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a description shows how a reference is written
import { z } from 'zod';
import { RISKS } from '../catalog/tool.ts';

const MAX_RULES = 2_000;

/** What happens to a call: it runs, a person is asked first, or it is refused. */
export const VERDICTS = ['allow', 'ask', 'deny'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What holds for a call that no rule matches. */
export const PRESETS = ['open', 'careful', 'read-only'] as const;
export type Preset = (typeof PRESETS)[number];

/** One value or a list of values. An empty list would be ambiguous: nothing, or everything. */
export function oneOrMore<T extends z.ZodType>(value: T) {
  return z.union([value, z.array(value).min(1)]);
}

/** A star stands for any characters, a question mark for one. Other glob syntax would never match, so it is refused. */
const serverGlob = z.string().regex(/^[\w.*?-]{1,100}$/, {
  error: 'is not a pattern for a server; write its name, with * for any characters and ? for one',
});
export const toolGlob = z.string().regex(/^[\w.*?-]{1,100}\/[^![\]{}()]{1,300}$/, {
  error:
    'is not a pattern for a tool; write server/name, with * for any characters and ? for one, or a list of such patterns',
});
const resourceGlob = z.string().regex(/^[\w.*?-]{1,100}\/.{1,2000}$/, {
  error: 'is not a pattern for a resource; write server/uri, with * for any characters and ? for one',
});
const text = z.string().min(1).max(300);
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const tests = {
  equals: scalar.optional().describe('The value is this.'),
  oneOf: z.array(scalar).min(1).optional().describe('The value is one of these.'),
  startsWith: text.optional().describe('The text starts with this.'),
  endsWith: text.optional().describe('The text ends with this.'),
  contains: text.optional().describe('The text contains this, or the list has this element.'),
  like: text.optional().describe('The text matches this pattern: * stands for any characters, ? for one.'),
  within: text
    .optional()
    .describe('The text is a path in this folder, after `.` and `..` are resolved. Links are not followed.'),
  above: z.number().optional().describe('The number is greater than this.'),
  atLeast: z.number().optional().describe('The number is this or greater.'),
  below: z.number().optional().describe('The number is less than this.'),
  atMost: z.number().optional().describe('The number is this or less.'),
  exists: z.boolean().optional().describe('Whether the argument is there.'),
  ignoreCase: z.boolean().optional().describe('Compare texts without regard to upper and lower case.'),
};

const condition = z.strictObject(tests);
const argumentCondition = z.strictObject({
  ...tests,
  not: condition.optional().describe('This must not hold. It does not hold for an argument that is missing.'),
});

const time = z.strictObject({
  days: z
    .array(z.enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']))
    .min(1)
    .optional()
    .describe('The days of the week. Default: every day.'),
  from: clockTime().optional().describe('The first minute, such as 09:00. Default: 00:00.'),
  to: clockTime()
    .optional()
    .describe('The minute after the last one, such as 17:30. Before `from`: the time runs past midnight.'),
  timeZone: z
    .string()
    .refine(isTimeZone, { error: 'is not a time zone; write a name such as Europe/Berlin, or UTC' })
    .optional()
    .describe('The time zone of the clock. Default: UTC.'),
});

/** Conditions on the fields of an object, such as the arguments of a call. */
export const conditionsOf = z.record(z.string().min(1), z.union([scalar, argumentCondition]));

export const policyRule = z.strictObject({
  servers: oneOrMore(serverGlob).optional().describe('Servers. Default: all.'),
  tools: oneOrMore(toolGlob)
    .optional()
    .describe('Tools as `server/name`. A rule with `tools`, `prompts` or `resources` matches no other kind.'),
  prompts: oneOrMore(toolGlob).optional().describe('Prompts as `server/name`.'),
  resources: oneOrMore(resourceGlob).optional().describe('Resources as `server/uri`.'),
  risk: oneOrMore(z.enum(RISKS)).optional().describe('The risk of the tool. Prompts and resources count as `read`.'),
  principals: oneOrMore(text)
    .optional()
    .describe('Who calls: names of tokens, `oauth:<sub>`, or `local`. * and ? work.'),
  clients: oneOrMore(text)
    .optional()
    .describe('The OAuth client of the caller. A caller whose client is not authenticated matches no such rule.'),
  arguments: conditionsOf
    .optional()
    .describe('Argument → its value or a condition. All must hold. `/a/b` is a field inside, `/list/*/b` any element.'),
  time: time.optional().describe('When the rule holds.'),
  then: z.enum(VERDICTS).describe('`allow`: the call runs. `ask`: a person is asked first. `deny`: it is refused.'),
  reason: text.optional().describe('Why, in one sentence. The caller sees it.'),
});

const webhook = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).describe('Calls that wait for a person are sent here, as JSON with POST.'),
  secret: z
    .string()
    .min(16)
    .optional()
    .describe(
      'Signs the requests with HMAC-SHA256, in the header X-Foldout-Signature. Write ${VAR} rather than the secret itself.',
    ),
});

const askSettings = z.strictObject({
  elicit: z
    .boolean()
    .optional()
    .describe(
      'Ask through the client of the call, if it can ask its user. Default: true. false: only operators answer.',
    ),
  waitMs: z
    .int()
    .min(0)
    .max(600_000)
    .optional()
    .describe('How long a call waits for an operator before it answers APPROVAL_REQUIRED. Default: 30000.'),
  timeoutMs: z
    .int()
    .min(1_000)
    .max(43_200_000)
    .optional()
    .describe('How long a question stays open; then the call is denied. Default: 600000.'),
  webhook: webhook.optional().describe('Tell a web service about calls that wait for an operator. It may answer them.'),
});

export const policyConfig = z.strictObject({
  preset: z
    .enum(PRESETS)
    .optional()
    .describe(
      'What holds where no rule matches. `open`: everything is allowed. `careful`: destructive tools ask. `read-only`: only reading is allowed.',
    ),
  rules: z.array(policyRule).max(MAX_RULES).optional().describe('The rules, in order: the first that matches decides.'),
  ask: askSettings.optional().describe('How a person is asked.'),
});

export type PolicyConfig = z.infer<typeof policyConfig>;
export type PolicyRule = z.infer<typeof policyRule>;
export type AskSettings = z.infer<typeof askSettings>;
export type ArgumentCondition = z.infer<typeof argumentCondition>;
export type RuleTime = z.infer<typeof time>;

function clockTime() {
  return z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, {
    error: 'is not a time of day; write hours and minutes, such as 09:00',
  });
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
