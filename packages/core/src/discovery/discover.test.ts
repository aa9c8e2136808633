import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { command, dataOf, engineWith, errorOf, FixedSource, tool } from '../../../../test/fixtures/tools.ts';
import { CommandRegistry } from '../catalog/registry.ts';
import { estimateTokens } from '../levels/tokens.ts';
import { type DiscoverInput, discoverInput } from './discover.ts';

const commands = [
  command('user-create', {
    description: 'Create a new user account. Sends mail.',
    tags: ['crud', 'admin'],
    mutation: true,
  }),
  command('user-get', { description: 'Get one account.', tags: ['crud'], input: z.object({ id: z.number() }) }),
  command('order-list', { description: 'List orders.', tags: ['billing', 'crud'] }),
  command('order-refund', { description: 'Give money back.', tags: ['billing', 'admin'], mutation: true }),
  command('old', { description: 'An old one.', enabled: false, category: 'attic', tags: ['dusty'] }),
];

const discover = async (input: DiscoverInput = {}, list = commands) => dataOf(await engineWith(list).discover(input));
const names = async (input: DiscoverInput, list = commands) =>
  (await discover(input, list)).commands.map(({ name }) => name);

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => command(`c-${String(index).padStart(3, '0')}`));

describe('afd-discover', () => {
  it('lists what can be called, in a fixed order, with counts', async () => {
    const data = await discover();
    expect(data.commands.map(({ name }) => name)).toEqual(['order-list', 'order-refund', 'user-create', 'user-get']);
    expect(data).toMatchObject({ total: 4, filtered: 4, returned: 4, hasMore: false });
    expect(await discover({}, commands.toReversed())).toEqual(data);
  });

  it('explains itself: reasoning, confidence and time', async () => {
    const result = await engineWith(commands).discover({ category: 'user', limit: 1 });
    expect(result.reasoning).toBe(
      "Returned 1 of 2 matching commands (4 total) in category 'user'. Use offset: 1 to see more.",
    );
    expect(result.confidence).toBe(1);
    expect(result.metadata?.executionTimeMs).toBeTypeOf('number');
  });

  it('lists every command it was given, also one that does not expose itself to MCP', async () => {
    expect(await names({}, [command('a', { expose: { mcp: false } }), command('b')])).toEqual(['a', 'b']);
  });

  it('does not list what is only in the registry', async () => {
    const registry = new CommandRegistry([command('secret', { tags: ['hush'] })]);
    const data = dataOf(await engineWith([command('open')], { registry }).discover());
    expect(data.commands.map(({ name }) => name)).toEqual(['open']);
    expect(data.availableTags).toEqual([]);
    expect(data.availableCategories).toEqual(['open']);
  });

  it('lists the commands of a registry that expose themselves, where no commands were given', async () => {
    const registry = new CommandRegistry([command('a', { expose: { mcp: true } }), command('b')]);
    const data = dataOf(await engineWith([], { commands: undefined, registry }).discover());
    expect(data.commands.map(({ name }) => name)).toEqual(['a']);
  });

  it('filters by category, explicit or derived, and then does not repeat it', async () => {
    const data = await discover({ category: 'user' });
    expect(data.commands).toEqual([
      { name: 'user-create', description: 'Create a new user account' },
      { name: 'user-get', description: 'Get one account' },
    ]);
    expect(data).toMatchObject({ total: 4, filtered: 2 });
  });

  it('filters by one tag, by any of several, and by all of several', async () => {
    expect(await names({ tag: 'admin' })).toEqual(['order-refund', 'user-create']);
    expect(await names({ tag: ['admin', 'billing'] })).toEqual(['order-list', 'order-refund', 'user-create']);
    expect(await names({ tag: ['admin', 'billing'], tagMode: 'all' })).toEqual(['order-refund']);
    expect(await names({ tag: ['admin', 'billing'], tagMode: 'any' })).toHaveLength(3);
  });

  it.each<[DiscoverInput, string, string]>([
    [{ category: 'ordre' }, "There is no category 'ordre'", "Did you mean 'order'? The categories: order, user."],
    [{ tag: 'xyz' }, "There is no tag 'xyz'", 'The tags: crud, admin, billing.'],
    [{ tag: ['crud', 'amdin'] }, "There is no tag 'amdin'", "Did you mean 'admin'? The tags: crud, admin, billing."],
    [{ category: 'attic' }, "There is no category 'attic'", 'The categories: order, user.'],
  ])('refuses a filter that nothing has, and names the valid ones: %j', async (input, message, suggestion) => {
    const error = errorOf(await engineWith(commands).discover(input));
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', message, suggestion });
  });

  it('accepts the category and the tag of a disabled command where disabled commands are listed', async () => {
    expect(await names({ category: 'attic', tag: 'dusty', includeDisabled: true })).toEqual(['old']);
    expect(await names({ search: 'thing from the attic, ancient', includeDisabled: true })).toContain('old');
  });

  it('filters by risk, where a command that declares nothing counts as write', async () => {
    const list = [
      ...commands,
      command('note-read', { mutation: false }),
      command('note-wipe', { destructive: true }),
      command('note-peek', { annotations: { readOnlyHint: true } }),
    ];
    expect(await names({ risk: 'read' }, list)).toEqual(['note-peek', 'note-read']);
    expect(await names({ risk: 'destructive' }, list)).toEqual(['note-wipe']);
    expect(await names({ risk: 'write' }, list)).toEqual(['order-list', 'order-refund', 'user-create', 'user-get']);
    expect(await names({ risk: 'read', search: 'have a look at my notes please' }, list)).not.toContain('note-wipe');
    expect(await names({ risk: 'destructive', search: 'have a look at my notes please' }, list)).toEqual(['note-wipe']);
  });

  it('searches for every word, in any order and case, in name and description', async () => {
    expect(await names({ search: 'create user' })).toEqual(['user-create']);
    expect((await names({ search: 'ACCOUNT' })).sort()).toEqual(['user-create', 'user-get']);
    expect(await names({ search: '  account   get ' })).toEqual(['user-get']);
    expect(await names({ search: 'sends mail' })).toEqual(['user-create']);
    expect(await names({ search: '   ' })).toHaveLength(4);
  });

  it('scores every match of a search, in the order of the ranked engine', async () => {
    const { commands: found } = await discover({ search: 'account' });
    const scores = found.map(({ score }) => score ?? -1);
    expect(scores).toHaveLength(2);
    expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  it('adds a command that the engine is confident of although it lacks a word, and says so', async () => {
    const list = [
      command('issue-create', { description: 'Opens one in the tracker' }),
      command('bug-list', { description: 'Lists bugs, such as those made by issue-create' }),
    ];
    const result = await engineWith(list).discover({ search: 'issue-create bugs' });
    expect(dataOf(result).commands.map(({ name }) => name)).toEqual(['issue-create', 'bug-list']);
    expect(dataOf(result).filtered).toBe(2);
    expect(result.reasoning).toContain('1 of them lack a word');
  });

  it('combines filters', async () => {
    expect(await names({ category: 'order', tag: 'admin', search: 'money' })).toEqual(['order-refund']);
    expect(await names({ category: 'user', tag: 'billing' })).toEqual([]);
  });

  it('shows which commands change data only with includeMutation', async () => {
    expect((await discover()).commands.every((one) => !('mutation' in one))).toBe(true);
    expect((await discover({ includeMutation: true })).commands.map(({ mutation }) => mutation)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('hides disabled commands, and shows and marks them when asked', async () => {
    expect(await names({})).not.toContain('old');
    const data = await discover({ includeDisabled: true });
    expect(data.total).toBe(5);
    expect(data.commands.find(({ name }) => name === 'old')).toMatchObject({ enabled: false });
    expect(data.commands.filter((one) => 'enabled' in one)).toHaveLength(1);
  });

  it('marks deprecated commands and keeps listing them', async () => {
    const [only] = (await discover({}, [command('a', { deprecated: 'use b' })])).commands;
    expect(only).toMatchObject({ name: 'a', deprecated: true });
  });

  it('pages: 50 at first, with limit and offset after that', async () => {
    const list = many(120);
    const first = await discover({}, list);
    expect(first).toMatchObject({ total: 120, filtered: 120, returned: 50, hasMore: true });
    const last = await discover({ offset: 100 }, list);
    expect(last).toMatchObject({ returned: 20, hasMore: false });
    expect(await discover({ offset: 500 }, list)).toMatchObject({ returned: 0, hasMore: false, filtered: 120 });
    expect(await discover({ offset: 119, limit: 1 }, list)).toMatchObject({ returned: 1, hasMore: false });
  });

  it('returns every command exactly once over all pages', async () => {
    const list = many(23);
    const engine = engineWith(list);
    const seen: string[] = [];
    for (let offset = 0, more = true; more; ) {
      const page = dataOf(await engine.discover({ offset, limit: 7, maxTokens: 60 }));
      expect(page.returned).toBeGreaterThan(0);
      seen.push(...page.commands.map(({ name }) => name));
      offset += page.returned;
      more = page.hasMore;
    }
    expect(seen).toEqual(list.map(({ name }) => name));
  });

  it('shows as much as the level says', async () => {
    const [name] = (await discover({ category: 'user', level: 'name', offset: 1 })).commands;
    expect(name).toEqual({ name: 'user-get' });
    const [signature] = (await discover({ category: 'user', level: 'signature', offset: 1 })).commands;
    expect(signature).toEqual({ name: 'user-get', description: 'Get one account', signature: 'user-get(id: number)' });
    const [full] = (await discover({ category: 'user', level: 'full', offset: 1 })).commands;
    expect(full?.inputSchema).toMatchObject({ type: 'object', required: ['id'] });
    expect(await discover({ level: 'summary' })).toEqual(await discover());
  });

  it('keeps to a budget of tokens, and gives one command even to the smallest', async () => {
    const list = many(50);
    const data = await discover({ maxTokens: 100 }, list);
    expect(data.returned).toBeGreaterThan(1);
    expect(data.hasMore).toBe(true);
    expect(estimateTokens(data.commands.map((one) => JSON.stringify(one)).join('\n'))).toBeLessThanOrEqual(100);
    expect((await discover({ maxTokens: 1 }, list)).returned).toBe(1);
  });

  it('names all categories and tags, whatever the filters', async () => {
    const data = await discover({ category: 'user', tag: 'admin', search: 'create' });
    expect(data.availableCategories).toEqual(['order', 'user']);
    expect(data.availableTags).toEqual(['admin', 'billing', 'crud']);
  });

  it('names the hundred largest categories of a catalog with more', async () => {
    const list = [...many(3), ...Array.from({ length: 150 }, (_, index) => command(`only${index}-x`))];
    const { availableCategories } = await discover({}, list);
    expect(availableCategories).toHaveLength(100);
    expect(availableCategories).toContain('c');
  });

  it('uses server/name if two servers share a name', async () => {
    const sources = [
      new FixedSource('b', [tool('same', undefined, { server: 'b' })]),
      new FixedSource('a', [tool('same', undefined, { server: 'a' })]),
    ];
    const data = dataOf(await engineWith([], { sources }).discover());
    expect(data.commands.map(({ name }) => name)).toEqual(['a/same', 'b/same']);
  });

  it('sees tools that come and go', async () => {
    const engine = engineWith([command('a')]);
    engine.expose(command('b'));
    engine.registry.unregister('a');
    expect(dataOf(await engine.discover()).commands.map(({ name }) => name)).toEqual(['b']);
    expect(dataOf(await engine.discover()).availableCategories).toEqual(['b']);
  });

  it.each([
    { limit: 0 },
    { limit: 201 },
    { limit: 1.5 },
    { offset: -1 },
    { level: 'everything' },
    { tagMode: 'some' },
    { tag: 5 },
    { maxTokens: 0 },
    { risk: 'none' },
    { categroy: 'order' },
  ])('does not accept %j', (input) => {
    expect(discoverInput.safeParse(input).success).toBe(false);
  });

  it('finds a tool by its name and the name of its server, before others that only mention both', async () => {
    const sources = [
      new FixedSource('airtable', [
        tool('create_record', {}, { server: 'airtable', description: 'Adds a row.' }),
        tool('upload_attachment', {}, { server: 'airtable', description: 'For airtable, after create_record.' }),
      ]),
    ];
    const found = dataOf(await engineWith([], { sources }).discover({ search: 'create_record airtable' }));
    expect(found.commands.map(({ name }) => name)).toEqual(['create_record', 'upload_attachment']);
  });
});

describe('the same tool on two servers', () => {
  it('is one command of a search, with the address on the other server', async () => {
    const description = 'Adds a note to a customer';
    const note = (server: string) => tool('add_note', {}, { server, description });
    const sources = ['east', 'west'].map((server) => new FixedSource(server, [note(server)]));
    const data = dataOf(await engineWith([], { sources }).discover({ search: 'customer note' }));
    expect(data.commands).toMatchObject([{ name: 'east/add_note', alsoOn: ['west/add_note'] }]);
    expect(data.filtered).toBe(1);
  });
});
