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
/** Sentences that mark the name as one, in any spelling. */
const MARKED: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => `use ${name} to get it done`,
  (name) => `please call ${name}`,
  (name) => `try "${name}" on this`,
  (name) => `which of these is the ${name} tool?`,
];
/** Sentences that contain the name in passing. Only an identifier is a name there. */
const IN_PASSING: readonly ((name: string) => string)[] = [
  (name) => `Prepare what my customer needs for the report with ${name}, then send a message to everyone.`,
  (name) => `find all invoices of last year, ${name} and tell me about it`,
  (name) => `I would like to ${name} for the city, if that is possible`,
];
const SENTENCES = [...MARKED, ...IN_PASSING];
/** The spellings that are no ordinary words. */
const IDENTIFIERS = STYLES.slice(0, 3);

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
  it('comes first in every sentence as an identifier, and in any spelling where the sentence marks it as a name', () => {
    const spaced = (words: readonly string[]): string => words.join(' ');
    for (const made of [engine(), engine(TOOLS, {})]) {
      const isFirst = ({ id, name }: Tool, sentence: (name: string) => string, style: typeof spaced) => {
        const [first] = made.search(sentence(style(wordsOf(name)))).hits;
        expect(first?.tool.id).toBe(id);
        expect(first?.tier).toBe('exact');
      };
      const tools = fc.constantFrom(...TOOLS);
      fc.assert(fc.property(tools, fc.constantFrom(...SENTENCES), fc.constantFrom(...IDENTIFIERS), isFirst), {
        numRuns: 700,
      });
      fc.assert(fc.property(tools, fc.constantFrom(...MARKED), fc.constantFrom(...STYLES, spaced), isFirst), {
        numRuns: 700,
      });
    }
  });

  it('is only more likely when ordinary words of a sentence are its name', () => {
    const tools = [
      ...OFFICE,
      tool('maps/city_map', 'Draws a map of a city'),
      tool('shop/order_list', 'Shows the orders of a shop'),
    ];
    const made = engine(tools);
    const first = (query: string) => made.search(query).hits[0];
    expect(first('upload the city map file to our folder')?.tool.id).toBe('google-drive/uploadFile');
    expect(first('upload the city_map file to our folder')?.tool.id).toBe('maps/city_map');
    expect(first('draw a city map')?.tool.id).toBe('maps/city_map');
    expect(first('draw a city map')?.tier).not.toBe('exact');
  });

  it('still comes first when one letter of an identifier is missing, wrong or too many', () => {
    const made = engine(OFFICE);
    let right = 0;
    let asked = 0;
    for (const { id, name } of OFFICE) {
      if (!/[_A-Z]/.test(name)) continue;
      for (let at = 1; at < name.length; at++) {
        asked += 1;
        if (made.search(name.slice(0, at) + name.slice(at + 1)).hits[0]?.tool.id === id) right += 1;
      }
      const swapped = name.slice(0, 4) + name[5] + name[4] + name.slice(6);
      expect(made.search(swapped).hits[0]?.tool.id).toBe(id);
      expect(made.search(`${name.slice(0, 5)}x${name.slice(5)}`).hits[0]?.tool.id).toBe(id);
    }
    expect(right / asked).toBeGreaterThan(0.95);
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
