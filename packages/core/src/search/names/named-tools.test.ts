import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tool } from '../../catalog/tool.ts';
import { loadVectorTable } from '../node/vector-table-file.ts';
import type { SearchEngine } from '../search-engine.ts';
import { engineWith, OFFICE, tool } from '../tools-under-test.ts';

const vectors = await loadVectorTable();

const VERBS = ['create', 'delete', 'list', 'get', 'search', 'update', 'archive', 'export'];
const NOUNS = ['invoice', 'invoice line', 'customer', 'customer group', 'pull request', 'report', 'city map', 'tag'];
const STYLES: readonly ((words: readonly string[]) => string)[] = [
  (words) => words.join('_'),
  (words) => words.join('-'),
  (words) => words.map((word, i) => (i === 0 ? word : capital(word))).join(''),
  (words) => words.map(capital).join(' '),
];

/** Every verb with every noun, on a few servers, in every naming style. Some names are part of other names. */
const TOOLS = VERBS.flatMap((verb, v) =>
  NOUNS.map((noun, t) => {
    const name = STYLES[(v + t) % STYLES.length]?.([verb, ...noun.split(' ')]) ?? '';
    return tool(`server${(v * 3 + t) % 5}/${name}`, `Can ${verb} one ${noun} or several`);
  }),
);
const SENTENCES: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => `use ${name} to get it done`,
  (name) => `please call ${name}`,
  (name) => `Prepare what my customer needs for the report with ${name}, then send a message to everyone.`,
  (name) => `find all invoices of last year, ${name} and tell me about it`,
  (name) => `try "${name}" on this`,
  (name) => `which of these is the ${name} tool?`,
  (name) => `I would like to ${name} for the city, if that is possible`,
];

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function engine(tools: readonly Tool[] = TOOLS, options: { vectors?: typeof vectors } = { vectors }): SearchEngine {
  return engineWith(tools, options);
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ _-]/);
}

describe('a tool that a sentence names', () => {
  it('comes first in every naming style and every sentence', () => {
    for (const made of [engine(), engine(TOOLS, {})]) {
      fc.assert(
        fc.property(
          fc.constantFrom(...TOOLS),
          fc.constantFrom(...SENTENCES),
          fc.constantFrom<(typeof STYLES)[number] | undefined>(undefined, ...STYLES, (words) => words.join(' ')),
          ({ id, name }, sentence, style) => {
            const [first] = made.search(sentence(style ? style(wordsOf(name)) : name)).hits;
            expect(first?.tool.id).toBe(id);
            expect(first?.tier).toBe('exact');
          },
        ),
        { numRuns: 4_000 },
      );
    }
  });

  it('comes first by server and name in one identifier', () => {
    const made = engine(OFFICE);
    for (const { id, server, name } of OFFICE) {
      for (const address of [id, `${server}.${name}`, `${server}:${name}`]) {
        expect(made.search(`find the customer, then ${address} and send an email`).hits[0]?.tool.id).toBe(id);
      }
    }
  });

  it('is the tool with the longest matching name', () => {
    const tools = [tool('a/Get Tag', 'Gets'), tool('b/Get Tag by Name', 'Gets'), tool('c/Name', 'Names')];
    expect(engine(tools).search('please get tag by name for me').hits[0]?.tool.id).toBe('b/Get Tag by Name');
    expect(engine(tools).search('use the Get Tag by Name tool').hits[0]?.tool.id).toBe('b/Get Tag by Name');
    expect(engine(tools).search('please get tag 5').hits[0]?.tool.id).toBe('a/Get Tag');
  });

  it('comes before the tools of a server with that name', () => {
    const tools = [...OFFICE, tool('crm/salesforce', 'Opens the other system')];
    const { hits } = engine(tools).search('salesforce');
    expect(hits.map((hit) => hit.tool.id)).toEqual([
      'crm/salesforce',
      'salesforce/createLead',
      'salesforce/query',
      'salesforce/updateRecord',
    ]);
  });

  it('can be named by a single invented word, but not by an ordinary word in passing', () => {
    const tools = [
      ...OFFICE,
      tool('x/zorvex', 'Makes videos'),
      tool('y/translate', 'Turns text into another language'),
    ];
    const made = engine(tools);
    expect(made.search('find the customer, then zorvex and send an email').hits[0]?.tier).toBe('exact');
    const ordinary = (query: string) =>
      made.search(query).hits.find(({ tool: { name } }) => name === 'translate')?.tier;
    expect(ordinary('I need to translate the report of my project')).not.toBe('exact');
    for (const said of [
      'translate',
      'use translate on it',
      'try `translate` here',
      'the translate tool',
      'translate(text)',
    ]) {
      expect(made.search(said).hits[0]?.tool.name).toBe('translate');
      expect(ordinary(said)).toBe('exact');
    }
  });

  it('is not named by a polite phrase with the same words', () => {
    const tools = [...OFFICE, tool('x/help_me', 'Calls for help')];
    const made = engine(tools);
    expect(made.search('can you help me create an invoice?').hits[0]?.tool.id).toBe('payments/create_invoice');
    expect(made.search('call help_me now').hits[0]?.tool.id).toBe('x/help_me');
  });

  it('is no longer found by name after its removal', () => {
    const made = engine();
    const [gone] = TOOLS;
    made.remove(gone?.id ?? '');
    const { hits } = made.search(`use ${gone?.name} to get it done`);
    expect(hits.map(({ tool: { id } }) => id)).not.toContain(gone?.id);
  });
});

describe('the score of a named tool', () => {
  it('is highest when the query is only the name', () => {
    const made = engine(OFFICE);
    for (const { name } of OFFICE) expect(made.search(name).hits[0]?.score).toBeGreaterThan(0.95);
  });

  it('is split between tools with the same name, by how well each fits the rest of the query', () => {
    const tools = [...OFFICE, tool('gitlab/create_issue', 'Create an issue in a GitLab project')];
    const { hits } = engine(tools).search('create_issue');
    const [first, second] = hits;
    expect([first?.tool.name, second?.tool.name]).toEqual(['create_issue', 'create_issue']);
    expect((first?.score ?? 0) + (second?.score ?? 0)).toBeLessThanOrEqual(1);
    const meant = engine(tools).search('use create_issue to file a bug in the gitlab project').hits;
    expect(meant[0]?.tool.id).toBe('gitlab/create_issue');
    expect(meant[0]?.score).toBeGreaterThan(meant[1]?.score ?? 1);
  });

  it('never increases from one hit to the next', () => {
    const made = engine();
    fc.assert(
      fc.property(fc.constantFrom(...TOOLS), fc.constantFrom(...SENTENCES), ({ name }, sentence) => {
        const scores = made.search(sentence(name)).hits.map(({ score }) => score);
        expect(scores).toEqual([...scores].sort((a, b) => b - a));
      }),
    );
  });
});
