import { beforeAll, describe, expect, it } from 'vitest';
import type { Tool } from '../catalog/tool.ts';
import type { VectorTable } from './meaning/vector-table.ts';
import { loadVectorTable } from './node/vector-table-file.ts';
import { SearchEngine } from './search-engine.ts';
import { engineWith, OFFICE, tool } from './tools-under-test.ts';

const VERBS = ['create', 'delete', 'list', 'get', 'search', 'update', 'archive', 'export', 'share', 'rename'];
const THINGS = ['invoice', 'invoiceLine', 'customer', 'pull request', 'report', 'city map', 'tag', 'Kalendereintrag'];

/** Several hundred tools sorted by id, many of them similar. */
const TOOLS: readonly Tool[] = [
  ...OFFICE,
  ...VERBS.flatMap((verb, v) =>
    THINGS.flatMap((thing, t) =>
      ['a-b', 'a', 'crm', 'files-2', 'ÖPNV'].map((server, s) =>
        tool(`${server}/${verb}_${thing.replaceAll(' ', '_')}`, `Can ${verb} one ${thing} ${'or several '.repeat(s)}`, {
          tags: t % 3 === 0 ? ['money'] : [],
          aliases: v % 4 === 0 ? [`${thing} ${verb}r`] : [],
          inputSchema: {
            type: 'object',
            properties: { [`${thing}Id`]: { type: 'string', description: `Which ${thing}` } },
          },
        }),
      ),
    ),
  ),
  tool('odd/__proto__', 'Has the name of something else'),
  tool('odd/constructor', 'Builds'),
].sort((a, b) => (a.id < b.id ? -1 : 1));

const QUERIES = [
  'create an invoice for a customer',
  'crm/get_invoiceLine',
  'please use list pull request and then rename the tag',
  'delte custmer',
  'who pays for the bus',
  'crm',
  'constructor',
  '__proto__',
  'Kalendereintrag teilen',
  'zzz qqq',
  'money',
];
const KEY = 'as it was';

let vectors: VectorTable;
beforeAll(async () => {
  vectors = await loadVectorTable();
});

function built(tools: readonly Tool[] = TOOLS): SearchEngine {
  return engineWith(tools, { vectors });
}

function answers(engine: SearchEngine) {
  return QUERIES.map((query) => engine.search(query, { explain: true, limit: 20 }));
}

/** Tools built on demand; `made` records the ids of those that were built. */
function laterTools(tools: readonly Tool[] = TOOLS) {
  const made: string[] = [];
  const byId = new Map(tools.map((one) => [one.id, one]));
  const categories = new Map<string, number>();
  for (const { category } of tools) categories.set(category, (categories.get(category) ?? 0) + 1);
  const find = (id: string): Tool | undefined => {
    made.push(id);
    return byId.get(id);
  };
  return { made, later: { categories, find } };
}

const notIterable: Iterable<Tool> = {
  [Symbol.iterator]: () => {
    throw new Error('the tools were iterated');
  },
};

describe('a restored index', () => {
  it.each([
    ['sorted by id', TOOLS],
    ['in any order', [...TOOLS].reverse()],
  ])('answers every query like a new index, with its tools %s', (_order, tools) => {
    const loaded = SearchEngine.load(built().save(KEY), tools, { vectors, key: KEY });
    expect(loaded.restored).toBe(true);
    expect(answers(loaded)).toEqual(answers(built()));
  });

  it('builds only the tools that it returns', () => {
    const { made, later } = laterTools();
    const loaded = SearchEngine.load(built().save(KEY), notIterable, { vectors, key: KEY, later });
    expect(made).toEqual([]);
    const { hits } = loaded.search('create an invoice for a customer', { limit: 5 });
    expect(new Set(hits.map(({ tool: { id } }) => id))).toEqual(new Set(made));
    expect(answers(loaded)).toEqual(answers(built()));
  });

  it('does not depend on the order of changes before it was saved', () => {
    const engine = built([...TOOLS].reverse());
    engine.upsert(tool('zoo/feed', 'Feeds the penguins'));
    engine.remove('crm/get_invoiceLine');
    engine.remove('zoo/feed');
    const original = TOOLS.find(({ id }) => id === 'crm/get_invoiceLine') as Tool;
    engine.upsert({ ...original, description: 'Something else' });
    engine.upsert(original);
    const { later } = laterTools();
    const loaded = SearchEngine.load(engine.save(KEY), notIterable, { vectors, key: KEY, later });
    expect(answers(loaded)).toEqual(answers(built()));
  });

  it('handles changes like a new index', () => {
    const { later } = laterTools();
    const loaded = SearchEngine.load(built().save(KEY), notIterable, { vectors, key: KEY, later });
    const fresh = built();
    for (const engine of [loaded, fresh]) {
      for (const { id } of TOOLS.filter((_, i) => i % 7 === 0)) engine.remove(id);
      engine.upsert(tool('zoo/create_invoice', 'Bills the penguins'));
      engine.upsert(tool('crm/get_customer', 'Now about herrings'));
    }
    expect(loaded.size).toBe(fresh.size);
    expect(answers(loaded)).toEqual(answers(fresh));
  });

  it.each<[string, (tools: readonly Tool[]) => readonly Tool[]]>([
    ['has one tool less', (tools) => tools.slice(1)],
    ['has one tool more', (tools) => [...tools, tool('zoo/feed', 'Feeds the penguins')]],
    [
      'has one changed tool',
      (tools) => tools.map((one, i) => (i === 9 ? { ...one, description: 'Tells the tides' } : one)),
    ],
  ])('is not restored for a catalog that %s', (_what, change) => {
    const tools = change(TOOLS);
    const loaded = SearchEngine.load(built().save(KEY), tools, { vectors, key: 'another', ...laterTools(tools) });
    expect(loaded.restored).toBe(false);
    expect(answers(loaded)).toEqual(answers(built(tools)));
  });

  it('is rebuilt when the snapshot is truncated or has extra bytes', () => {
    const good = built().save(KEY);
    for (const bytes of [good.slice(0, good.length - 4), good.slice(4), new Uint8Array([...good, 0, 0, 0, 0])]) {
      const loaded = SearchEngine.load(bytes, TOOLS, { vectors, key: KEY, later: laterTools().later });
      expect(loaded.restored).toBe(false);
      expect(answers(loaded)).toEqual(answers(built()));
    }
  });

  it('accepts a snapshot at any byte offset of a larger buffer', () => {
    const good = built().save(KEY);
    for (const before of [0, 1, 2, 3]) {
      const larger = new Uint8Array(good.length + before);
      larger.set(good, before);
      const loaded = SearchEngine.load(larger.subarray(before), TOOLS, { vectors, key: KEY });
      expect(loaded.restored).toBe(true);
      expect(loaded.search('crm/get_invoiceLine').hits[0]?.tool.id).toBe('crm/get_invoiceLine');
    }
  });
});
