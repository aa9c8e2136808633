import type { DiscoverInput, DiscoverResult } from '@foldout/core';
import { type Command, createMcpServer, estimateTokens } from '@foldout/server';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { trackerCommands } from '../acceptance/seed-002-tracker.ts';

const TAGS = ['alpha', 'beta', 'gamma'];
/** The project tracker with tags, a disabled tool and a deprecated one. */
const commands: Command[] = trackerCommands.map((command, index) => ({
  ...command,
  tags: TAGS.filter((_tag, position) => index % (position + 2) === 0),
  enabled: index % 17 !== 3,
  deprecated: index % 23 === 5,
}));
const server = createMcpServer({ name: 'tracker', version: '1.0.0', commands, toolStrategy: 'lazy', log: () => {} });
afterAll(() => server.stop());
const categories = [...new Set(commands.map(({ category = '' }) => category))];

/** Words that tools contain, and sentences of people who do not know those words. */
const WORDS = ['issue', 'create', 'list_issues', 'update document', 'a', 'tracker', 'project id', 'message channel'];
const SENTENCES = [
  'show me everything that is assigned to my colleague',
  'post a reply to the team chat',
  'somebody complained that the login page is broken, write it down',
  'what did we agree on last week',
  'remind everyone about the release party',
  'who is overloaded at the moment',
  'get rid of stale things nobody needs',
  'zzqx vrrrm',
  'book me a flight to the moon',
];

const maybe = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const filters = fc.record({
  category: maybe(categories),
  tag: fc.option(fc.uniqueArray(fc.constantFrom(...TAGS), { minLength: 1 }), { nil: undefined }),
  tagMode: maybe(['all', 'any'] as const),
  risk: maybe(['read', 'write', 'destructive'] as const),
  includeDisabled: fc.boolean(),
});
const paging = fc.record({
  limit: fc.option(fc.integer({ min: 1, max: 200 }), { nil: undefined }),
  maxTokens: fc.option(fc.integer({ min: 1, max: 800 }), { nil: undefined }),
  level: maybe(['name', 'summary', 'signature', 'full'] as const),
  includeMutation: fc.boolean(),
});

async function page(input: DiscoverInput): Promise<DiscoverResult> {
  const result = await server.engine.discover(input);
  if (!result.success) throw new Error(result.error.message);
  return result.data;
}

/** Follows `hasMore`, as an agent would, and checks every page on the way. */
async function walk(input: DiscoverInput): Promise<string[]> {
  const seen: string[] = [];
  for (let offset = 0; ; ) {
    const data = await page({ ...input, offset });
    expect(data.returned).toBe(data.commands.length);
    expect(data.returned).toBeLessThanOrEqual(input.limit ?? 50);
    seen.push(...data.commands.map(({ name }) => name));
    if (data.returned > 1) expectWithinBudget(data, input);
    offset += data.returned;
    expect(data.hasMore).toBe(offset < data.filtered);
    if (!data.hasMore) {
      expect(seen).toHaveLength(data.filtered);
      return seen;
    }
    expect(data.returned, 'a page without a command would never end').toBeGreaterThan(0);
  }
}

function expectWithinBudget({ commands: shown }: DiscoverResult, { maxTokens, search }: DiscoverInput): void {
  const budget = maxTokens ?? (search === undefined ? Number.POSITIVE_INFINITY : 400);
  const spent = shown.reduce((sum, command) => sum + estimateTokens(JSON.stringify(command)), 0);
  expect(spent).toBeLessThanOrEqual(budget);
}

/** The rule of the documentation, written again: filters, then every word in name or description. */
function expected(input: DiscoverInput): string[] {
  const words = (input.search ?? '').toLowerCase().split(' ').filter(Boolean);
  const wanted = [input.tag ?? []].flat();
  const names = commands.filter(({ name, description, category, tags = [], ...command }) => {
    const risk = command.destructive ? 'destructive' : command.mutation ? 'write' : 'read';
    const text = `${name} ${description}`.toLowerCase();
    return (
      (command.enabled || input.includeDisabled) &&
      (input.category === undefined || category === input.category) &&
      (input.risk === undefined || risk === input.risk) &&
      (wanted.length === 0 || wanted[input.tagMode === 'all' ? 'every' : 'some']((tag) => tags.includes(tag))) &&
      words.every((word) => text.includes(word) || word === 'tracker')
    );
  });
  return names.map(({ name }) => name).sort();
}

describe('walking afd-discover by offset', () => {
  it('visits every command of a list, and every command with every word, once', async () => {
    await fc.assert(
      fc.asyncProperty(filters, paging, maybe(WORDS), async (filter, pages, search) => {
        const input = { ...filter, ...pages, search };
        const matches = expected(input);
        // Without a match by words, ranked search answers.
        if (search !== undefined && matches.length === 0) return;
        const seen = await walk(input);
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen.filter((name) => matches.includes(name)).sort()).toEqual(matches);
        // A search may add commands that lack a word, never commands that a filter excludes.
        const allowed = new Set(search === undefined ? matches : expected(filter));
        expect(seen.filter((name) => !allowed.has(name))).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it('visits every match of a ranked answer once, in one order whatever the size of a page', async () => {
    await fc.assert(
      fc.asyncProperty(filters, paging, paging, fc.constantFrom(...SENTENCES), async (filter, one, two, search) => {
        const seen = await walk({ ...filter, ...one, search });
        expect(new Set(seen).size).toBe(seen.length);
        expect(await walk({ ...filter, ...two, search })).toEqual(seen);
        const allowed = new Set(expected(filter));
        expect(seen.filter((name) => !allowed.has(name))).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it('counts the ranked matches of all pages, and the nearest five where nothing fits', async () => {
    const first = await page({ search: SENTENCES[0], limit: 3 });
    expect(first).toMatchObject({ returned: 3, hasMore: true });
    expect(first.filtered).toBeGreaterThan(3);
    expect(await page({ search: SENTENCES[0], maxTokens: 1 })).toMatchObject({ returned: 1, filtered: first.filtered });
    expect(await page({ search: SENTENCES[0], offset: 1_000 })).toMatchObject({ returned: 0, hasMore: false });
    expect(await page({ search: 'zzqx vrrrm' })).toMatchObject({ filtered: 5 });
  });

  it('keeps the words of a search within 400 tokens, and a list without a search whole', async () => {
    const search = await page({ search: 'a' });
    expect(search.returned).toBeLessThan(50);
    expect(search.hasMore).toBe(true);
    expect((await page({})).returned).toBe(50);
  });
});
