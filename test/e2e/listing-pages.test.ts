import { createMcpServer, defineCommand, success } from '@foldout/server';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { closeAfterEach } from '../fixtures/close-after-each.ts';
import { connectInProcess, type Data, type TestClient } from './clients.ts';

const COUNT = 5_000;
const MAX_TOKENS = 2_000;
const INPUT = z.object({ id: z.string(), note: z.string().optional() });
const open = closeAfterEach();

/** 300 categories, so that not even their names fit on a page. */
const commands = Array.from({ length: COUNT }, (_, number) =>
  defineCommand({
    name: `area${number % 300}-thing-${number}`,
    description: `Change the ${number % 7 === 0 ? 'invoice' : 'parcel'} of customer group ${number}, and say what has changed`,
    deprecated: number === 4_321,
    input: INPUT,
    handler: () => success(0),
  }),
);

async function connect(toolStrategy: 'index' | 'core'): Promise<TestClient> {
  const server = createMcpServer({
    name: 'big',
    version: '1',
    commands,
    toolStrategy,
    coreTools: ['area0-thing-0'],
    log: () => {},
  });
  const client = await connectInProcess(server);
  open.push(client, { close: () => server.stop() });
  return client;
}

async function walk(client: TestClient, call: string, input: Record<string, unknown> = {}) {
  const pages: Data[] = [];
  for (let offset: number | undefined = 0; offset !== undefined; offset = pages.at(-1).next_offset) {
    const { result, text } = await client.call(call, { ...input, offset });
    expect(encode(text).length).toBeLessThanOrEqual(MAX_TOKENS);
    expect(encode(JSON.stringify(result)).length).toBeLessThanOrEqual(MAX_TOKENS);
    pages.push(result.data);
  }
  return pages;
}

const namesIn = (pages: readonly Data[]): string[] => pages.flatMap(({ tools }) => tools.map((one: Data) => one.name));

describe.each([
  ['index', 'list_available_tools', COUNT],
  ['core', 'list_extended_tools', COUNT - 1],
] as const)('under %s, %s', (strategy, call, total) => {
  it('returns every tool once over its pages, each at most 2,000 tokens', async () => {
    const pages = await walk(await connect(strategy), call);
    const names = namesIn(pages);
    expect(names).toHaveLength(total);
    expect(new Set(names).size).toBe(total);
    expect(new Set(pages.map((page) => page.total))).toEqual(new Set([total]));
    const marked = pages.flatMap(({ tools }) => tools).filter((one: Data) => one.deprecated);
    expect(marked.map((one: Data) => one.name)).toEqual([commands[4_321]?.name]);
  });

  it('returns the tools of a category, and those that fit a query', async () => {
    const client = await connect(strategy);
    const category = namesIn(await walk(client, call, { category: 'area7' }));
    expect(category).toHaveLength(COUNT / 300 + 1 - ((COUNT / 300) % 1));
    expect(category.every((name) => name.startsWith('area7-'))).toBe(true);
    const found = await walk(client, call, { query: 'the invoice of a customer' });
    const names = namesIn(found);
    expect(names.length).toBeGreaterThan(10);
    expect(new Set(names).size).toBe(names.length);
    const invoices = names.slice(0, 10).filter((name) => Number(name.split('-').at(-1)) % 7 === 0);
    expect(invoices).toHaveLength(10);
  });

  it('says in the text and in the structure that nothing fits a query', async () => {
    const { result, text } = await (await connect(strategy)).call(call, { query: 'zzqx flurb' });
    expect(result.warnings?.join()).toContain('Nothing fits well');
    expect(text).toContain('Nothing fits well');
  });
});

describe('list_available_tools', () => {
  it('names the largest categories on the first page, and says how many more there are', async () => {
    const [first, second] = await walk(await connect('index'), 'list_available_tools');
    expect(first.categories.length).toBeGreaterThan(10);
    expect(first.categories.length + first.more_categories).toBe(300);
    expect(second).not.toHaveProperty('categories');
  });
});

describe('list_extended_tools', () => {
  it('shows the parameters of the one tool that is named, and call_extended_tool runs it', async () => {
    const client = await connect('core');
    const [only, ...others] = (await client.call('list_extended_tools', { query: 'area1-thing-1', level: 'full' }))
      .result.data.tools;
    expect(others).toEqual([]);
    expect(only.parameters).toEqual({
      id: { type: 'string', required: true },
      note: { type: 'string', required: false },
    });
    const call = { tool_name: only.name, arguments: { id: 'x' } };
    expect((await client.call('call_extended_tool', call)).result.success).toBe(true);
  });

  it('shows signatures when asked to', async () => {
    const { data } = (await (await connect('core')).call('list_extended_tools', { level: 'signature' })).result;
    for (const { name, signature } of data.tools) expect(signature).toBe(`${name}(id: string, note?: string)`);
  });
});
