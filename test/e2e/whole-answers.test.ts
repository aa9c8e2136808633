import { type CommandResult, defineCommand, failure, type McpServerOptions, success } from '@foldout/server';
import { codeRunner, Sandbox } from '@foldout/workspace';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { closeAfterEach } from '../fixtures/close-after-each.ts';
import { type Answer, connectInProcess, type TestClient } from './clients.ts';
import { createShopServer, sharedShop } from './shop.ts';

const sandbox = new Sandbox();
afterAll(() => sandbox.close());
const open = closeAfterEach();

const judged = defineCommand({
  name: 'shelf-count',
  description: 'Count what is on a shelf.',
  category: 'depot',
  tags: ['depot-tag'],
  version: '2.4.1',
  executionTime: 'slow',
  errors: ['SHELF_LOCKED'],
  relatedTools: ['order-list'],
  requires: ['order-get'],
  deprecated: 'count with order-list',
  destructive: true,
  confirmPrompt: 'Are you in the depot?',
  examples: [{ title: 'the upper shelf', input: { shelf: 'upper' }, output: { count: 12 } }],
  input: z.object({
    shelf: z.string().describe('Where it stands. A second sentence: the row comes before the column.'),
    places: z
      .array(z.object({ row: z.int().min(3).max(97).describe('Counted from the door') }))
      .optional()
      .describe('Only these'),
  }),
  handler: ({ shelf }) =>
    success(
      { shelf, count: 12 },
      {
        confidence: 0.62,
        reasoning: 'Two boxes were closed',
        warnings: ['The light was off'],
        suggestions: ['Count again by day'],
        alternatives: [{ count: 14 }],
        sources: ['camera-7'],
      },
    ),
});
const refusing = defineCommand({
  name: 'shelf-open',
  description: 'Open a shelf.',
  category: 'depot',
  handler: () =>
    failure(
      {
        code: 'SHELF_LOCKED',
        message: 'Locked',
        suggestion: 'Ask Mira',
        details: { since: 1987, by: 'Mira' },
        retryable: true,
      },
      { warnings: ['The bell rang'] },
    ),
});
const long = defineCommand({
  name: 'shelf-dump',
  description: 'Write everything down.',
  category: 'depot',
  input: z.object({ kind: z.enum(['rows', 'text', 'cut']) }),
  handler: ({ kind }): CommandResult => {
    if (kind === 'text') return success({ text: 'word '.repeat(4_000) });
    const size = kind === 'rows' ? 600 : 6_000;
    return success(Array.from({ length: size }, (_, row) => ({ row, note: `note of row ${row}` })));
  },
});

async function connect(options: Partial<McpServerOptions> = {}, name?: string): Promise<TestClient> {
  const server = createShopServer({
    commands: [...sharedShop(), judged, refusing, long],
    runCode: codeRunner(sandbox),
    bootstrap: true,
    contexts: [{ name: 'night' }],
    ...options,
  });
  open.push({ close: () => server.stop() });
  const client = await connectInProcess(server, 'auto', name);
  open.push(client);
  return client;
}

type Call = readonly [tool: string, input: Record<string, unknown>];

/** Every kind of answer, by surface. */
const ANSWERS: Readonly<Record<string, readonly Call[]>> = {
  lazy: [
    ['afd-discover', { limit: 3, includeMutation: true }],
    ['afd-discover', { category: 'order', level: 'signature' }],
    ['afd-discover', { category: 'depot', includeMutation: true }],
    ['afd-discover', { search: 'order' }],
    ['afd-discover', { search: 'somebody wants to give back what arrived' }],
    ['afd-discover', { search: 'tune my guitar' }],
    ['afd-discover', { category: 'nonsense' }],
    ['afd-detail', { command: ['shelf-count', 'order-get', 'order-gte'] }],
    ['afd-detail', { command: 'order-get', format: 'typescript' }],
    ['afd-call', { command: 'shelf-count', input: { shelf: 'upper', color: 'red' } }],
    ['afd-call', { command: 'shelf-open' }],
    ['afd-call', { command: 'shelf-opne' }],
    ['afd-call', { command: 'shelf-count', input: {} }],
    ['afd-call', { command: 'inventory-low-stock', input: { limit: '2' } }],
    ['afd-call', { command: 'shelf-dump', input: { kind: 'rows' } }],
    ['afd-call', { command: 'shelf-dump', input: { kind: 'cut' } }],
    ['afd-call', { command: 'order-list', input: { limit: 2 }, select: ['total', 'nonsense'] }],
    ['afd-call', { command: 'afd-more', input: { cursor: 'nowhere.1' } }],
    ['afd-call', { command: 'afd-help' }],
    ['afd-call', { command: 'afd-docs', input: { command: 'order-get' } }],
    ['afd-call', { command: 'afd-schema', input: { category: 'order' } }],
    ['afd-call', { command: 'afd-context', input: { action: 'list' } }],
    ['afd-call', {}],
    [
      'afd-batch',
      {
        commands: [
          { id: 'first', command: 'shelf-count', input: { shelf: 'upper' } },
          { command: 'order-get' },
          { command: 'shelf-open' },
          { command: 'order-list' },
        ],
        options: { stopOnError: true },
      },
    ],
    ['afd-batch', { commands: [{ command: 'shelf-count', input: { shelf: 'x' } }, { command: 'shelf-open' }] }],
    ['afd-pipe', { steps: [{ command: 'order-list', as: 'all' }, { command: 'shelf-open' }] }],
    ['afd-pipe', { steps: [{ command: 'shelf-count', input: { shelf: 'x' }, as: 'counted' }] }],
    [
      'afd-pipe',
      {
        steps: [{ command: 'order-list', as: 'all' }, { command: 'shelf-open' }],
        options: { continueOnFailure: true },
      },
    ],
    ['run_code', { code: "console.log('printed so'); return { returned: 77 }" }],
    ['run_code', { code: "console.log('before'); throw new Error('broke off')" }],
  ],
  proxy: [
    ['list_tool_categories', {}],
    ['search_tools', { query: 'orders of a customer' }],
    ['search_tools', { query: 'tune my guitar' }],
    ['get_tool_schema', { toolName: 'shelf-count' }],
    ['get_tool_schema', { toolName: 'shelf-cuont' }],
    ['invoke_tool', { toolName: 'shelf-count', args: { shelf: 'upper' } }],
    ['invoke_tool', { toolName: 'shelf-dump', args: { kind: 'cut' } }],
  ],
  index: [
    ['list_available_tools', {}],
    ['list_available_tools', { query: 'tune my guitar' }],
    ['get_tool_description', { tool_name: 'shelf-count' }],
    ['get_tool_description', { tool_name: 'shelf-cuont' }],
  ],
  core: [
    ['list_extended_tools', {}],
    ['call_extended_tool', { tool_name: 'shelf-count', arguments: { shelf: 'upper' } }],
  ],
};
const CASES = Object.entries(ANSWERS).flatMap(([strategy, calls]) => calls.map((call) => ({ strategy, call })));

describe('text and structure', () => {
  it.each(CASES)('say the same: $strategy $call', async ({ strategy, call: [tool, input] }) => {
    const client = await connect({ toolStrategy: strategy as 'lazy' });
    const answer = await client.call(tool, input);
    expect({ onlyInStructure: factsOnlyInStructure(answer) }).toEqual({ onlyInStructure: [] });
    expect({ onlyInText: wordsOnlyInText(answer) }).toEqual({ onlyInText: [] });
    const lines = answer.text.split('\n').filter((line) => line.length > 40);
    expect(lines.filter((line, at) => lines.indexOf(line) !== at && !line.startsWith('  '))).toEqual([]);
  });

  it('have no line above 8,000 characters, and say so where a string is wrapped', async () => {
    const client = await connect({ toolStrategy: 'lazy' });
    for (const kind of ['rows', 'cut', 'text']) {
      const { text, result } = await client.call('afd-call', { command: 'shelf-dump', input: { kind } });
      expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(8_000);
      if (kind === 'rows') expect(JSON.parse(text)).toEqual(result.data);
      expect(text.includes('is wrapped: the line breaks within it are not part of it')).toBe(kind === 'text');
    }
  });

  it.each([
    ['claude-code', false],
    ['codex-mcp-client', false],
    ['copilot-cli', false],
    ['gemini-cli-mcp-client', true],
    ['somebody-else', true],
  ])('reach %s as text; with a structure: %s', async (name, structured) => {
    const client = await connect({ toolStrategy: 'lazy' }, name);
    for (const input of [{ command: 'shelf-count', input: { shelf: 'upper' } }, { command: 'shelf-open' }]) {
      const { text, result, isError } = await client.call('afd-call', input);
      expect(text).toMatch(/"count":12|SHELF_LOCKED: Locked/);
      expect({ structured: result !== undefined, isError }).toEqual({
        structured,
        isError: input.command === 'shelf-open',
      });
    }
  });
});

/** Values that the text need not repeat: they are the default, or the layout of the text shows them. */
const IMPLIED: Readonly<Record<string, readonly unknown[]>> = {
  success: [true, false],
  found: [true, false],
  callable: [true],
  confidence: [1],
  mutation: [false, true],
  destructive: [false, true],
  enabled: [true],
  deprecated: [true],
  hasMore: [true, false],
  // The text says `(retryable)`, or nothing.
  retryable: [true, false],
  required: [true, false],
  unchanged: [true],
  skipped: [true],
  // The text shows the one entry that was found, which says the same.
  reasoning: ['Found 1 of 1 commands'],
  effects: ['undeclared'],
};
/** Field and value → the words that stand for it in the text. */
const SAID_AS: readonly (readonly [key: string, value: unknown, text: string])[] = [
  ['mutation', true, 'changes data|destructive'],
  ['destructive', true, 'destructive'],
  ['deprecated', true, 'deprecated'],
  ['retryable', true, 'retryable'],
  ['effects', 'undeclared', 'may change data'],
  ['skipped', true, ': skipped'],
];

/** Values of the structure that the text does not have. `metadata` is for programs. */
function factsOnlyInStructure({ result, text }: Answer): string[] {
  const said = squeezed(text);
  const missing: string[] = [];
  const visit = (value: unknown, key: string, path: string, owner: unknown): void => {
    if (key === 'metadata' && path.split('.').length === 2) return;
    if (typeof value === 'object' && value !== null) {
      for (const [inner, each] of Object.entries(value))
        visit(each, Array.isArray(value) ? key : inner, `${path}.${inner}`, value);
      return;
    }
    const form = SAID_AS.find(([field, wanted]) => field === key && wanted === value && !isSchema(owner));
    if (form && !new RegExp(form[2]).test(said)) missing.push(`${path}: ${String(value)}`);
    if (key === 'retryable' && value === false && said.includes('(retryable)')) missing.push(`${path}: false`);
    if (IMPLIED[key]?.includes(value) || isImpliedBySchema(key, value, path)) return;
    // The confidence of a batch or of a detail answer is the share of successes, which the first line counts.
    if (path === 'result.confidence' && / of \d+ (succeeded|commands)/.test(said)) return;
    if (key === 'category' && String((owner as { name?: string }).name).startsWith(`${String(value)}-`)) return;
    const written = typeof value === 'string' ? squeezed(value) : String(value);
    if (!said.includes(written) && !said.includes(squeezed(JSON.stringify(value)).slice(1, -1)))
      missing.push(`${path}: ${written}`);
  };
  visit(result, '', 'result', undefined);
  return missing;
}

function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** Types are written in TypeScript; `additionalProperties: false` and the safe integer range are in every schema of Zod. */
function isImpliedBySchema(key: string, value: unknown, path: string): boolean {
  if (!/[sS]chema|parameters/.test(path)) return false;
  return (
    ['type', '$schema', 'additionalProperties'].includes(key) || Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER
  );
}

/** Words that the text adds around the values, to form sentences and types. */
const FRAME = new Set(
  (
    'shown of total returned matching commands reasoning confidence next categories tags printed reads changes may change ' +
    'data deprecated disabled destructive schemahash confirm example executiontime version errors relatedtools requires ' +
    'input string number boolean unknown undefined true null object array steps as skipped succeeded failed alternatives ' +
    'sources retryable in the tool list now done nothing was or callable not here min max length items pattern default format ' +
    'minimum maximum integer int pipe record minlength exclusiveminimum by'
  ).split(' '),
);

/** Words of the text that the structure does not have. */
function wordsOnlyInText({ result, text }: Answer): string[] {
  const { metadata: _programs, ...rest } = result as unknown as Record<string, unknown>;
  const known = new Set(wordsIn(JSON.stringify(rest)));
  return [...new Set(wordsIn(text))].filter((word) => !known.has(word) && !FRAME.has(word));
}

function wordsIn(text: string): string[] {
  return (
    text
      .replaceAll(/\\[ntr"]/g, ' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? []
  );
}

function squeezed(text: string): string {
  return text
    .replaceAll(/\\"/g, '"')
    .replaceAll(/\s+|\\n/g, ' ')
    .trim();
}
