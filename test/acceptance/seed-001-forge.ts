import {
  type Command,
  createMcpServer,
  defineCommand,
  type FoldoutServer,
  type McpServerOptions,
  success,
} from '@foldout/server';
import { z } from 'zod';

const query = z.string().describe('The search query (natural language)');
const domain = z.string().optional().describe('Domain filter (architecture, testing, patterns, etc.)');
const conviction = (about: string) => z.number().min(0).max(1).optional().describe(about);
const limit = z.int().min(1).max(100).default(10).describe('Maximum results to return');
const beliefId = z.string().describe('Identifier of the belief, as query_beliefs returns it');

/** The twelve tools of the server in seed 001, with descriptions as long as in the seed. */
export const forgeCommands: Command[] = [
  defineCommand({
    name: 'search_context',
    category: 'search',
    summary: 'Search semantic memory for relevant context',
    description:
      'Search semantic memory for relevant context. This is the primary tool for retrieving relevant principles, patterns, ' +
      'and learnings before any implementation task. Claude Code should invoke this before making architectural decisions ' +
      'or proposing code changes.\n\nThe search uses semantic similarity via Qdrant embeddings and can be filtered by ' +
      'domain and minimum conviction score.',
    input: z.object({
      query,
      limit,
      domain,
      min_conviction: conviction('Minimum conviction score threshold (0.0-1.0)'),
    }),
    examples: [
      {
        title: 'Search for architecture principles',
        input: { query: 'dependency injection patterns', domain: 'architecture', min_conviction: 0.7 },
      },
      { title: 'General search', input: { query: 'error handling best practices' } },
    ],
    relatedTools: ['get_principles', 'check_conflicts'],
    handler: (input) => success({ results: [], query: input.query, limit: input.limit }),
  }),
  defineCommand({
    name: 'get_principles',
    category: 'search',
    summary: 'Get the guiding principles of a domain',
    description:
      'Get the guiding principles of a domain, strongest conviction first. Principles are beliefs that have been reinforced ' +
      'often enough to be treated as rules. Read them before designing a module or reviewing one, and cite the identifier ' +
      'of each principle that a decision rests on.',
    input: z.object({ domain: z.string().describe('Domain to read (architecture, testing, patterns, etc.)'), limit }),
    examples: [{ title: 'Principles of testing', input: { domain: 'testing' } }],
    handler: ({ domain }) => success({ domain, principles: [] }),
  }),
  defineCommand({
    name: 'check_conflicts',
    category: 'search',
    summary: 'Check a proposal against stored principles',
    description:
      'Check a proposal against stored principles and beliefs and report each that it contradicts, with the conviction of ' +
      'the belief and a sentence on why the two cannot both hold. An empty list means that nothing known speaks against ' +
      'the proposal, not that it is right.',
    input: z.object({
      proposal: z.string().describe('What is about to be done, in a few sentences'),
      domain,
      min_conviction: conviction('Ignore beliefs below this conviction (0.0-1.0)'),
    }),
    examples: [{ title: 'Before a change', input: { proposal: 'Read configuration from a global singleton' } }],
    handler: () => success({ conflicts: [] }),
  }),
  defineCommand({
    name: 'query_beliefs',
    category: 'beliefs',
    summary: 'Query stored beliefs by content or category',
    description:
      'Query stored beliefs by content or category. A belief is something learned from earlier work: a convention of the ' +
      'code base, a preference of a person, a fact about a system. Each comes with its conviction, its sources and how ' +
      'often it helped. Use search_context instead when looking for anything that may help with a task.',
    input: z.object({
      query: z.string().optional().describe('Words or a sentence the belief is about'),
      category: z.string().optional().describe('Category of beliefs (convention, preference, fact, lesson)'),
      min_conviction: conviction('Minimum conviction score threshold (0.0-1.0)'),
      limit,
    }),
    examples: [{ title: 'Conventions on names', input: { query: 'file naming', category: 'convention' } }],
    handler: () => success({ beliefs: [] }),
  }),
  defineCommand({
    name: 'add_belief',
    category: 'beliefs',
    summary: 'Store a new belief with its evidence',
    description:
      'Store a new belief with its evidence. Only store what will still be true and useful in another session: not what is ' +
      'obvious from the code, and not what was said in passing. A belief that says the same as an existing one reinforces ' +
      'that one instead of being stored twice.',
    mutation: true,
    input: z.object({
      content: z.string().describe('The belief in one sentence'),
      category: z.string().describe('Category of the belief (convention, preference, fact, lesson)'),
      evidence: z.array(z.string()).optional().describe('Files, commits or messages that it was learned from'),
      conviction: conviction('Initial conviction (0.0-1.0)'),
    }),
    examples: [{ title: 'A convention', input: { content: 'Tests sit beside the code', category: 'convention' } }],
    handler: ({ content }) => success({ id: 'belief-1', content }),
  }),
  defineCommand({
    name: 'adjust_belief',
    category: 'beliefs',
    summary: 'Reinforce, weaken, modify, or delete a belief',
    description:
      'Reinforce, weaken, modify, or delete a belief. Reinforce one that proved right and weaken one that misled; modify the ' +
      'wording when it was right in substance; delete only what is plainly wrong. Every adjustment needs a reason, which ' +
      'is kept with the belief so that later sessions can judge it.',
    destructive: true,
    input: z.object({
      belief_id: beliefId,
      action: z.enum(['reinforce', 'weaken', 'modify', 'delete']).describe('What to do with the belief'),
      reason: z.string().describe('Why, in a sentence'),
      new_content: z.string().optional().describe('The new wording, for modify'),
    }),
    examples: [
      {
        title: 'It was right',
        input: { belief_id: 'belief-7', action: 'reinforce', reason: 'The review asked for the same' },
      },
    ],
    handler: ({ belief_id, action }) => success({ belief_id, action }),
  }),
  defineCommand({
    name: 'report_outcome',
    category: 'feedback',
    summary: 'Report feedback on context helpfulness',
    description:
      'Report feedback on context helpfulness. Call it once at the end of a task for which search_context was used: name the ' +
      'results that helped, those that were irrelevant and those that misled. The ranking of later searches learns from ' +
      'it, and beliefs that misled repeatedly lose conviction.',
    mutation: true,
    input: z.object({
      query,
      outcome: z
        .enum(['helpful', 'partly_helpful', 'not_helpful', 'misleading'])
        .describe('How the context did as a whole'),
      helpful_ids: z.array(z.string()).optional().describe('Results that helped'),
      misleading_ids: z.array(z.string()).optional().describe('Results that misled'),
      comment: z.string().optional().describe('Anything that explains the verdict'),
    }),
    examples: [{ title: 'It helped', input: { query: 'retry policy', outcome: 'helpful', helpful_ids: ['ctx-3'] } }],
    handler: ({ outcome }) => success({ outcome }),
  }),
  defineCommand({
    name: 'get_feedback_stats',
    category: 'feedback',
    summary: 'Summarise how helpful past context was',
    description:
      'Summarise how helpful past context was, over a period and by domain: how many searches were made, what share of them ' +
      'helped, which beliefs helped most and which misled. Meant for people who maintain the memory and for a session that ' +
      'is asked to clean it up.',
    input: z.object({ days: z.int().min(1).max(365).default(30).describe('How many days to look back'), domain }),
    examples: [{ title: 'The last week', input: { days: 7 } }],
    handler: ({ days }) => success({ days, searches: 0 }),
  }),
  defineCommand({
    name: 'find_patterns',
    category: 'patterns',
    summary: 'Find code patterns that fit a situation',
    description:
      'Find code patterns that fit a situation. A pattern is a shape of code that has worked here before, with an example, ' +
      'the forces it balances and the cases where it should not be used. Prefer a pattern of this code base over one from ' +
      'general knowledge.',
    input: z.object({
      query,
      language: z.string().optional().describe('Programming language of the example'),
      limit,
    }),
    examples: [{ title: 'Retries', input: { query: 'retry with backoff', language: 'typescript' } }],
    handler: () => success({ patterns: [] }),
  }),
  defineCommand({
    name: 'record_pattern',
    category: 'patterns',
    summary: 'Record a code pattern with an example',
    description:
      'Record a code pattern with an example, after it has worked in at least two places. Say which problem it solves, what ' +
      'it costs and when not to use it; a pattern without its limits does harm. The example must be complete enough to ' +
      'be read on its own.',
    mutation: true,
    input: z.object({
      name: z.string().describe('A short name'),
      problem: z.string().describe('The problem that it solves'),
      example: z.string().describe('Code that shows it'),
      language: z.string().optional().describe('Programming language of the example'),
      avoid_when: z.string().optional().describe('When not to use it'),
    }),
    examples: [
      {
        title: 'Result type',
        input: { name: 'result', problem: 'Errors as values', example: 'return failure(error)' },
      },
    ],
    handler: ({ name }) => success({ name }),
  }),
  defineCommand({
    name: 'review_code',
    category: 'review',
    summary: 'Review code against principles and patterns',
    description:
      'Review code against principles and patterns of the memory. Returns findings, most severe first, each with the lines ' +
      'it concerns, the principle it rests on and a suggestion. It does not replace the tests or the compiler: it says ' +
      'only what they cannot.',
    input: z.object({
      code: z.string().describe('The code, or a unified diff'),
      file_path: z.string().optional().describe('Where the code is, for conventions that depend on it'),
      min_severity: z.enum(['info', 'warning', 'error']).default('info').describe('Leave out what is less severe'),
    }),
    examples: [{ title: 'A diff', input: { code: '+ const x = 1', min_severity: 'warning' } }],
    handler: () => success({ findings: [] }),
  }),
  defineCommand({
    name: 'explain_finding',
    category: 'review',
    summary: 'Explain a finding of a review in full',
    description:
      'Explain a finding of a review in full: the principle behind it with its history, earlier cases in this code base, and ' +
      'what was decided then. Use it before disputing a finding, and when a person asks why something was flagged.',
    input: z.object({ finding_id: z.string().describe('Identifier of the finding, as review_code returns it') }),
    examples: [{ title: 'The first one', input: { finding_id: 'finding-1' } }],
    handler: ({ finding_id }) => success({ finding_id, explanation: '' }),
  }),
];

export function createForge(options: Partial<McpServerOptions> = {}): FoldoutServer {
  return createMcpServer({
    name: 'forge',
    version: '1.0.0',
    commands: forgeCommands,
    toolStrategy: 'index',
    ...options,
  });
}
