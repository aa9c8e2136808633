import { beforeAll, describe, expect, it } from 'vitest';
import type { VectorTable } from './meaning/vector-table.ts';
import { loadVectorTable } from './node/vector-table-file.ts';
import type { SearchEngine } from './search-engine.ts';
import type { SearchEngineOptions } from './search-types.ts';
import { engineWith, OFFICE, tool } from './tools-under-test.ts';

let vectors: VectorTable;
beforeAll(async () => {
  vectors = await loadVectorTable();
});

function engine(tools = OFFICE, options: SearchEngineOptions = { vectors }): SearchEngine {
  return engineWith(tools, options);
}

function found(made: SearchEngine, query: string): string[] {
  return made.search(query).hits.map((hit) => hit.tool.id);
}

describe('typical requests', () => {
  it('ranks google-drive/getDocument first for "get google drive document", above 0.8', () => {
    const [first] = engine().search('get google drive document').hits;
    expect(first?.tool.id).toBe('google-drive/getDocument');
    expect(first?.score).toBeGreaterThan(0.8);
  });

  it('answers the name of a server with its tools only, sorted', () => {
    expect(found(engine(), 'salesforce')).toEqual([
      'salesforce/createLead',
      'salesforce/query',
      'salesforce/updateRecord',
    ]);
    expect(found(engine(), 'Google Drive')).toHaveLength(3);
  });

  it('still finds Google Drive when it is mistyped', () => {
    for (const options of [{}, { vectors }]) {
      expect(found(engine(OFFICE, options), 'googl drive')[0]).toMatch(/^google-drive\//);
      expect(found(engine(OFFICE, options), 'gogle drvie document')[0]).toMatch(/^google-drive\//);
    }
  });

  it('finds create_issue for "creat isue"', () => {
    expect(found(engine(), 'creat isue')[0]).toBe('github/create_issue');
    expect(found(engine(OFFICE, {}), 'creat isue')[0]).toBe('github/create_issue');
  });

  it('finds create_issue for "bug report"', () => {
    expect(found(engine(), 'bug report')[0]).toBe('github/create_issue');
  });

  it('finds refund_payment for "put money back on the card"', () => {
    expect(found(engine(), 'put money back on the card')[0]).toBe('payments/refund_payment');
  });

  it('ranks an exact name over a word in the name over a word in the description over the category', () => {
    const tools = [
      tool('a/lookup', 'Nothing of the kind', { category: 'archive' }),
      tool('b/lookup', 'Puts things into the archive'),
      tool('c/archive_items', 'Puts things away'),
      tool('d/archive', 'Puts things away'),
    ];
    expect(found(engine(tools, {}), 'archive')).toEqual(['d/archive', 'c/archive_items', 'b/lookup', 'a/lookup']);
    expect(found(engine(tools), 'archive')[0]).toBe('d/archive');
  });
});

describe('a tool that is named', () => {
  const named = [
    'create_issue',
    'create issue',
    'CREATE_ISSUE',
    'createIssue',
    'github/create_issue',
    'github.create_issue',
    'please call create_issue for the login problem on github or slack channels',
    'use github/create_issue, then list all channels of the workspace',
  ];
  for (const query of named) {
    it(`comes first for "${query}"`, () => {
      const [first] = engine().search(query).hits;
      expect(first?.tool.id).toBe('github/create_issue');
      expect(first?.tier).toBe('exact');
    });
  }

  it('comes first for the name of every tool', () => {
    for (const made of [engine(), engine(OFFICE, {})]) {
      for (const { id, name, server } of OFFICE) {
        expect(found(made, `${server}/${name}`)[0]).toBe(id);
        expect(made.search(name).hits[0]?.tool.name).toBe(name);
      }
    }
  });

  it('is not named by an ordinary word with the same spelling', () => {
    const tools = [tool('web/search', 'Search the web'), tool('hotels/find_rooms', 'Search hotels and book rooms')];
    expect(found(engine(tools), 'search hotels and book rooms for two nights')[0]).toBe('hotels/find_rooms');
    expect(found(engine(tools), 'use the search tool to book rooms in hotels')[0]).toBe('web/search');
  });

  it('is found on every server that has a tool with this name', () => {
    const tools = [...OFFICE, tool('gitlab/create_issue', 'Create an issue')];
    expect(found(engine(tools), 'create_issue').slice(0, 2).sort()).toEqual([
      'github/create_issue',
      'gitlab/create_issue',
    ]);
  });
});

describe('a request with several steps', () => {
  it('finds a tool for each step', () => {
    const hits = found(engine(), 'find the invoice, convert it to pdf and send a message to the slack channel').slice(
      0,
      5,
    );
    expect(hits).toEqual(expect.arrayContaining(['payments/list_invoices', 'files/convert_pdf', 'slack/post_message']));
  });
});

describe('options', () => {
  it('applies the limit, the minimum score and the filter', () => {
    const made = engine();
    expect(made.search('create', { limit: 2 }).hits).toHaveLength(2);
    expect(made.search('create', { limit: 0 }).hits).toEqual([]);
    for (const { score } of made.search('create an issue', { minScore: 0.3 }).hits)
      expect(score).toBeGreaterThanOrEqual(0.3);
    const { hits } = made.search('create an issue', { filter: ({ server }) => server === 'slack' });
    expect(hits.length).toBeGreaterThan(0);
    expect(hits.every((hit) => hit.tool.server === 'slack')).toBe(true);
  });

  it('finds the tools that a narrow filter accepts in a catalog large enough for sketches', () => {
    const many = Array.from({ length: 1_500 }, (_, i) => tool(`s${i % 30}/tool_${i}`, `Creates an issue number ${i}`));
    const made = engine([...many, tool('rare/thing', 'Bakes bread in an oven')]);
    const { hits } = made.search('create an issue', { filter: ({ server }) => server === 'rare' });
    expect(hits.map((hit) => hit.tool.id)).toEqual(['rare/thing']);
  });
});

describe('the usage prior and deprecation', () => {
  const twins = [tool('a/send_mail', 'Send an email'), tool('b/send_mail', 'Send an email')];

  it('lets usage decide between equal matches', () => {
    const liked = (server: string) => engine(twins, { vectors, prior: (one) => (one.server === server ? 1 : 0) });
    expect(found(liked('a'), 'send an email to my boss')[0]).toBe('a/send_mail');
    expect(found(liked('b'), 'send an email to my boss')[0]).toBe('b/send_mail');
  });

  it('never ranks a used tool above a clearly better match, whatever number the prior returns', () => {
    const tools = [...OFFICE, ...twins];
    for (const lie of [1, 1e9, Number.POSITIVE_INFINITY, Number.NaN]) {
      const made = engine(tools, { vectors, prior: (one) => (one.name === 'forecast' ? lie : 0) });
      expect(found(made, 'create_issue')[0]).toBe('github/create_issue');
      expect(found(made, 'merge a pull request')[0]).toBe('github/merge_pull_request');
    }
  });

  it('ranks a deprecated tool below an equal one', () => {
    const tools = [tool('a/send_mail', 'Send an email', { deprecated: true }), tool('b/send_mail', 'Send an email')];
    expect(found(engine(tools), 'send an email to my boss')[0]).toBe('b/send_mail');
  });
});

describe('an index that changes', () => {
  it('finds a tool from the moment it is added until it is removed', () => {
    const made = engine();
    made.upsert(tool('zoo/feed_penguins', 'Feeds the penguins'));
    expect(found(made, 'feed the penguins')[0]).toBe('zoo/feed_penguins');
    made.upsert(tool('zoo/feed_penguins', 'Waters the cacti'));
    expect(made.size).toBe(OFFICE.length + 1);
    expect(found(made, 'water the cacti')[0]).toBe('zoo/feed_penguins');
    made.remove('zoo/feed_penguins');
    made.remove('zoo/feed_penguins');
    expect(made.size).toBe(OFFICE.length);
    expect(found(made, 'feed the penguins')).not.toContain('zoo/feed_penguins');
  });

  it('answers without vectors first, and with them once they are set', async () => {
    const made = engine(OFFICE, {});
    const before = made.search('put money back on the card', { explain: true }).hits[0]?.explanation;
    expect(before?.similarity).toBeUndefined();
    const setting = made.setVectors(vectors);
    made.upsert(tool('zoo/feed_penguins', 'Feeds the penguins'));
    expect(found(made, 'feed the penguins')[0]).toBe('zoo/feed_penguins');
    await setting;
    expect(found(made, 'put money back on the card')[0]).toBe('payments/refund_payment');
    expect(made.search('nourish sea birds', { explain: true }).hits[0]?.explanation?.similarity).toBeGreaterThan(0);
  });

  it('finds tools by the description of their category', () => {
    const tools = [
      tool('hr/x1', 'Does it', { category: 'People' }),
      tool('it/x2', 'Does it', { category: 'Machines' }),
    ];
    const categoryDescription = (name: string) =>
      name === 'People' ? 'salaries and holidays of employees' : undefined;
    expect(found(engine(tools, { categoryDescription }), 'holidays')[0]).toBe('hr/x1');
  });
});
