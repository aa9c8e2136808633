import { beforeAll, describe, expect, it } from 'vitest';
import { loadVectorTable } from './node/vector-table-file.ts';
import { SearchEngine } from './search-engine.ts';
import { OFFICE } from './tools-under-test.ts';

let engine: SearchEngine;
beforeAll(async () => {
  engine = new SearchEngine({ vectors: await loadVectorTable(), prior: () => 0.5 });
  for (const tool of OFFICE) engine.upsert(tool);
});

describe('an explanation', () => {
  it('divides the whole score, and the lexical part among the words', () => {
    const queries = [
      'create an issue',
      'create_issue',
      'bug report',
      'put money back',
      'salesforce',
      'xqzt',
      '',
      'mesage',
    ];
    for (const query of queries) {
      for (const { score, explanation } of engine.search(query, { explain: true }).hits) {
        const { exact, lexical, meaning, prior } = explanation?.shares ?? {
          exact: 0,
          lexical: 0,
          meaning: 0,
          prior: 0,
        };
        expect(exact + lexical + meaning + prior).toBeCloseTo(score, 6);
        const words = explanation?.words ?? [];
        const expected = exact > 0 ? exact : lexical;
        if (words.length > 0) expect(words.reduce((sum, word) => sum + word.share, 0)).toBeCloseTo(expected, 6);
      }
    }
  });

  it('names the word, the term, the way and the fields', () => {
    const [hit] = engine.search('creating issues in my repo please', { explain: true }).hits;
    expect(hit?.tool.id).toBe('github/create_issue');
    expect(hit?.explanation?.words).toContainEqual(
      expect.objectContaining({ word: 'issues', term: 'issu', via: 'word', fields: ['name', 'description'] }),
    );
    expect(hit?.explanation?.words).toContainEqual(expect.objectContaining({ word: 'repo', via: 'synonym' }));
  });

  it('says where a typing error was corrected, and which steps were seen', () => {
    const [hit] = engine.search('list chanels', { explain: true }).hits;
    expect(hit?.explanation?.words).toContainEqual(expect.objectContaining({ word: 'chanels', via: 'typo' }));
    const steps = engine.search('list the invoices, then post a message', { explain: true }).hits[0]?.explanation
      ?.steps;
    expect(steps).toEqual(['list the invoices', 'post a message']);
  });

  it('is not there unless asked for', () => {
    expect(engine.search('create an issue').hits[0]).not.toHaveProperty('explanation');
  });
});
