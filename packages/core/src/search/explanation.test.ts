import { beforeAll, describe, expect, it } from 'vitest';
import { loadVectorTable } from './node/vector-table-file.ts';
import type { SearchEngine } from './search-engine.ts';
import { engineWith, OFFICE } from './tools-under-test.ts';

let engine: SearchEngine;
beforeAll(async () => {
  engine = engineWith(OFFICE, { vectors: await loadVectorTable(), prior: () => 0.5 });
});

describe('an explanation', () => {
  it('divides the whole score among the signals, and the lexical share among the words', () => {
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

  it('names the word, the matched term, how it matched and the fields', () => {
    const [hit] = engine.search('creating issues in my repo please', { explain: true }).hits;
    expect(hit?.tool.id).toBe('github/create_issue');
    expect(hit?.explanation?.words).toContainEqual(
      expect.objectContaining({ word: 'issues', term: 'issu', via: 'word', fields: ['name', 'description'] }),
    );
    expect(hit?.explanation?.words).toContainEqual(expect.objectContaining({ word: 'repo', via: 'synonym' }));
  });

  it('reports corrected typing errors and the steps of the request', () => {
    const [hit] = engine.search('list chanels', { explain: true }).hits;
    expect(hit?.explanation?.words).toContainEqual(expect.objectContaining({ word: 'chanels', via: 'typo' }));
    const steps = engine.search('list the invoices, then post a message', { explain: true }).hits[0]?.explanation
      ?.steps;
    expect(steps).toEqual(['list the invoices', 'post a message']);
  });

  it('is absent unless `explain` is set', () => {
    expect(engine.search('create an issue').hits[0]).not.toHaveProperty('explanation');
  });
});
