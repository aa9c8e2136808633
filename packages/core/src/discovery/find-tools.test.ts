import { describe, expect, it } from 'vitest';
import { command, engineWith } from '../../../../test/fixtures/tools.ts';
import { estimateTokens } from '../levels/tokens.ts';

const engine = engineWith([
  command('invoice-create', { description: 'Create an invoice for a customer.', tags: ['billing', 'write'] }),
  command('invoice-list', { description: 'List the invoices of a customer.', tags: ['billing', 'read'] }),
  command('customer-list', { description: 'List customers, with their invoices.', tags: ['crm', 'read'] }),
  command('hidden-invoice', { description: 'An invoice that nobody may see.', enabled: false }),
]);
const names = async (...asked: Parameters<typeof engine.search>) =>
  (await engine.search(...asked)).tools.map(({ name }) => name);

describe('searching with the engine', () => {
  it('finds what can be called, best first, with a score', async () => {
    const { tools, confident } = await engine.search('create an invoice');
    expect(confident).toBe(true);
    expect(tools[0]?.name).toBe('invoice-create');
    expect(tools[0]?.score).toBeGreaterThan(0.5);
    expect(tools.map(({ name }) => name)).not.toContain('hidden-invoice');
  });

  it('keeps to the limit and the lowest score', async () => {
    expect(await names('invoices of a customer', { limit: 2 })).toHaveLength(2);
    const { hits } = await engine.search('create an invoice', { minScore: 0.5 });
    expect(hits.every(({ score }) => score >= 0.5)).toBe(true);
  });

  it('shows only the nearest few where nothing fits', async () => {
    const many = engineWith(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => command(`invoice-${name}`)));
    const { tools, confident } = await many.search('water the garden at dawn');
    expect(confident).toBe(false);
    expect(tools.length).toBeGreaterThan(0);
    expect(tools.length).toBeLessThanOrEqual(5);
  });

  it('keeps to the filters', async () => {
    expect(await names('invoices', { filters: { category: 'customer' } })).toEqual(['customer-list']);
    expect(await names('invoices', { filters: { tag: 'write' } })).toEqual(['invoice-create']);
    expect(await names('invoices', { filters: { tag: ['billing', 'read'], tagMode: 'all' } })).toEqual([
      'invoice-list',
    ]);
    expect(await names('invoices', { filters: { server: 'another' } })).toEqual([]);
    expect(await names('invoices', { filter: ({ name }) => name.startsWith('customer') })).toEqual(['customer-list']);
  });

  it('shows as much of each as the level says', async () => {
    const [bare] = (await engine.search('create an invoice', { level: 'name' })).tools;
    expect(bare).not.toHaveProperty('description');
    const [full] = (await engine.search('create an invoice', { level: 'full' })).tools;
    expect(full).toHaveProperty('inputSchema');
  });

  it('stays within the tokens, but shows the best in any case', async () => {
    const all = await engine.search('invoices of a customer', { maxTokens: 10_000 });
    const few = await engine.search('invoices of a customer', { maxTokens: all.tokens - 1 });
    expect(few.tools.length).toBeLessThan(all.tools.length);
    expect(estimateTokens(JSON.stringify(few.tools))).toBeLessThan(all.tokens);
    expect((await engine.search('invoices', { maxTokens: 1 })).tools).toHaveLength(1);
  });

  it('says where a score comes from only where it is asked', async () => {
    const [hit] = (await engine.search('create an invoice', { explain: true })).hits;
    expect(hit?.explanation?.words.map(({ word }) => word)).toContain('invoice');
    expect((await engine.search('create an invoice')).hits[0]).not.toHaveProperty('explanation');
  });

  it('is what find does with the query among its options', async () => {
    const options = { limit: 2, level: 'name', filters: { tag: 'read' } } as const;
    expect(await engine.search('invoices', options)).toEqual(await engine.find({ query: 'invoices', ...options }));
  });
});
