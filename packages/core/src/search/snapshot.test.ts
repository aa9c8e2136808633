import { beforeAll, describe, expect, it } from 'vitest';
import type { VectorTable } from './meaning/vector-table.ts';
import { loadVectorTable } from './node/vector-table-file.ts';
import { SearchEngine } from './search-engine.ts';
import { OFFICE, tool } from './tools-under-test.ts';

let vectors: VectorTable;
beforeAll(async () => {
  vectors = await loadVectorTable();
});

const QUERIES = [
  'create issue',
  'bug report',
  'put money back on the card',
  'send a message',
  'salesforce',
  'weather in Rome',
];

function build(tools = OFFICE, table: VectorTable | undefined = vectors): SearchEngine {
  const engine = new SearchEngine(table ? { vectors: table } : {});
  for (const one of tools) engine.upsert(one);
  return engine;
}

function answers(engine: SearchEngine) {
  return QUERIES.map((query) => engine.search(query, { explain: true }));
}

describe('a saved index', () => {
  it('gives the same answers after it is loaded', () => {
    const engine = build();
    engine.remove('slack/list_channels');
    engine.upsert(tool('zoo/feed_penguins', 'Feeds the penguins'));
    const tools = [
      ...OFFICE.filter(({ id }) => id !== 'slack/list_channels'),
      tool('zoo/feed_penguins', 'Feeds the penguins'),
    ];
    const loaded = SearchEngine.load(engine.save(), tools, { vectors });
    expect(loaded.size).toBe(engine.size);
    expect(answers(loaded)).toEqual(answers(build(tools)));
  });

  it('follows the tools where they changed since it was saved', () => {
    const tools = OFFICE.slice(2).map((one) =>
      one.id === 'weather/forecast' ? { ...one, description: 'Tells the tides' } : one,
    );
    const loaded = SearchEngine.load(build().save(), tools, { vectors });
    expect(loaded.size).toBe(tools.length);
    expect(loaded.search('tides').hits[0]?.tool.id).toBe('weather/forecast');
    expect(loaded.search('tides').hits[0]?.tool.description).toBe('Tells the tides');
    expect(loaded.search('google-drive/getDocument').hits[0]?.tool.server).not.toBe('google-drive/getDocument');
  });

  it('may be loaded with vectors it was saved without, and the other way round', () => {
    const lexical = build(OFFICE, undefined);
    expect(answers(SearchEngine.load(lexical.save(), OFFICE, { vectors }))).toEqual(answers(build()));
    const bare = SearchEngine.load(build().save(), OFFICE);
    expect(bare.search('create issue').hits[0]?.tool.id).toBe('github/create_issue');
  });

  it('is built anew when the bytes are not a snapshot', () => {
    const good = build().save();
    for (const bytes of [new Uint8Array(), new Uint8Array(100).fill(255), good.slice(0, good.length - 9)]) {
      expect(answers(SearchEngine.load(bytes, OFFICE, { vectors }))).toEqual(answers(build()));
    }
  });
});
