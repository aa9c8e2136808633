import { describe, expect, it } from 'vitest';
import { tool } from '../../../../test/fixtures/tools.ts';
import type { Tool } from '../catalog/tool.ts';
import { SearchEngine } from '../search/search-engine.ts';
import { analyzeTools } from './analyze-tools.ts';

const takesId = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } as const;
const described = (name: string, description: string, over: Partial<Tool> = {}): Tool =>
  tool(name, takesId, { description, summary: description, ...over });

function analyze(tools: readonly Tool[]) {
  const engine = SearchEngine.load(new Uint8Array(), tools, {});
  return analyzeTools(tools, {
    find: async (request, limit) => (await engine.searchWithModel(request, { limit })).hits.map((hit) => hit.tool),
  });
}
const idsOf = (pairs: readonly { readonly tools: readonly Tool[] }[]) =>
  pairs.map(({ tools }) => tools.map(({ name }) => name));

describe('tools that cannot be told apart', () => {
  it('use the same words for the same parameters, also with another verb of the same action', async () => {
    const { alike } = await analyze([
      described('order-create', 'Create an order for a customer'),
      described('order-add', 'Creates the order of customers'),
      described('order-new', 'Add an order for a customer'),
      described('invoice-create', 'Create an invoice for a customer'),
    ]);
    expect(idsOf(alike)).toContainEqual(['order-add', 'order-create']);
    expect(alike.every(({ tools }) => tools.every(({ name }) => name !== 'invoice-create'))).toBe(true);
  });

  it('are not those of opposite verbs, of other parameters or of other servers', async () => {
    const { alike } = await analyze([
      described('order-approve', 'Approve an order of a customer'),
      described('order-reject', 'Reject an order of a customer'),
      described('ticket-read', 'Read the ticket of a customer'),
      described('tickets-read', 'Read the tickets of a customer', { inputSchema: { type: 'object' } }),
      described('one', 'Print a label on paper'),
      described('two', 'Print a label on paper', { server: 'other', id: 'other/two' }),
    ]);
    expect(idsOf(alike)).toEqual([]);
  });

  it('are found in the place of each other', async () => {
    const pair = [described('a', 'Weigh a parcel at the counter'), described('b', 'Measure a parcel in the hall')];
    const [a, b] = pair as [Tool, Tool];
    const swapped = await analyzeTools(pair, { find: async (request) => (request === a.summary ? [b, a] : [a, b]) });
    expect(swapped.alike).toEqual([{ tools: [a, b], by: 'search' }]);
    const right = await analyzeTools(pair, { find: async (request) => (request === a.summary ? [a, b] : [b, a]) });
    expect(right.alike).toEqual([]);
  });
});

describe('a request of an example', () => {
  const filler = ['mail', 'note', 'task', 'bill', 'trip', 'song'].map((topic) =>
    described(`${topic}-find`, `Find a ${topic} by its words`),
  );

  it('is reported if it does not find its tool, with what it finds', async () => {
    const examples = [
      { title: 'close the fiscal period', input: {} },
      { title: 'find the words of mail, note, task, bill, trip, song', input: {} },
    ];
    const { unfound } = await analyze([...filler, described('ledger', 'Close the fiscal period', { examples })]);
    expect(unfound).toMatchObject([{ tool: { name: 'ledger' }, from: 'example', request: examples[1]?.title }]);
    expect(unfound[0]?.rival).toMatch(/-find$/);
  });

  it('is not asked of a disabled tool, nor beyond the limit of searches', async () => {
    let searches = 0;
    const find = async () => {
      searches += 1;
      return [];
    };
    await analyzeTools([...filler, described('off', 'Turn it all off', { enabled: false })], { find, maxSearches: 3 });
    expect(searches).toBe(3);
    searches = 0;
    await analyzeTools([described('off', 'Turn it all off', { enabled: false })], { find });
    expect(searches).toBe(0);
  });
});

it('reports descriptions that say nothing, and does not search for them', async () => {
  const poor = [described('archive', 'Archive'), described('x', '')];
  expect(await analyze(poor)).toEqual({ poor, unfound: [], alike: [] });
});
