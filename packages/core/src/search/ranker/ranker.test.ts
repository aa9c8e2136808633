import { describe, expect, it } from 'vitest';
import { LexicalIndex } from '../lexical/lexical-index.ts';
import { loadVectorTable } from '../node/vector-table-file.ts';
import { splitWords } from '../text/split-words.ts';
import { contentWords } from '../text/terms.ts';
import { engineWith, OFFICE, tool } from '../tools-under-test.ts';
import { CONFIDENCE_SIGNALS } from './confidence.ts';
import { CONFIDENCE_DEPTH, CONFIDENCE_TREES } from './confidence-model.ts';
import { RANKING_DEPTH, RANKING_TREES } from './ranking-model.ts';
import { requestWords } from './request-words.ts';
import { SIGNALS } from './signal-list.ts';
import { fixedRows, parseTrees, scoreOfRow } from './trees.ts';

const vectors = await loadVectorTable();
const ISSUES = [
  tool('github/create_issue', 'Create a new issue in a repository'),
  tool('github/update_pull_request_state', 'Open or close a pull request'),
  tool('github/create_pull_request', 'Create a new pull request'),
  tool('github/add_sub_issue', 'Adds a sub-issue to an issue'),
  tool('linear/createIssue', 'Create a new issue in a team'),
  tool('linear/createSavedView', 'Creates a saved view of issues'),
  tool('gmail/search_emails', 'Searches emails by sender, subject or date'),
  tool('gmail/send_email', 'Sends an email to a recipient'),
  ...OFFICE.filter(({ server }) => server !== 'github'),
];
const engine = engineWith(ISSUES, { vectors });
const first = (query: string) => engine.search(query).hits[0]?.tool.id;

describe('trees', () => {
  it('go left up to the threshold and right above it', () => {
    const trees = parseTrees(2, '0:1 1:.5 0:3 10 20 30 40\n0:9 0:0 0:0 1 1 2 2\n');
    const score = (...row: number[]) => scoreOfRow(trees, fixedRows(Float64Array.from(row), row.length), 0);
    expect(score(1, 0.5)).toBe(11);
    expect(score(1, 0.6)).toBe(21);
    expect(score(2, 0)).toBe(31);
    expect(score(4, 0)).toBe(41);
    expect(score(10, 0)).toBe(42);
    expect(score(Number.POSITIVE_INFINITY, 1e9)).toBe(42);
    expect(score(Number.NEGATIVE_INFINITY, -1e9)).toBe(11);
  });

  it('of the models are whole, and read only signals that exist', () => {
    const models = [
      { depth: RANKING_DEPTH, text: RANKING_TREES, count: SIGNALS.length },
      { depth: CONFIDENCE_DEPTH, text: CONFIDENCE_TREES, count: CONFIDENCE_SIGNALS.length },
    ];
    for (const { depth, text, count } of models) {
      const trees = parseTrees(depth, text);
      expect(trees.count).toBeGreaterThan(20);
      expect(trees.signals.every((signal) => signal < count)).toBe(true);
      expect([...trees.thresholds, ...trees.leaves].some(Number.isNaN)).toBe(false);
    }
  });
});

describe('the learned order', () => {
  it('prefers the tool that does what the request asks', () => {
    expect(first('open a pull request')).toBe('github/create_pull_request');
    expect(first('find email by sender')).toBe('gmail/search_emails');
    expect(first('send email to the sender')).toBe('gmail/send_email');
  });

  it('prefers the server that the request names', () => {
    expect(first('create issue linear')).toBe('linear/createIssue');
    expect(first('create issue in github')).toBe('github/create_issue');
  });

  it('has scores that fall along the list', () => {
    for (const query of ['create issue linear', 'email', 'put the money back', 'a b c d e f g']) {
      const scores = engine.search(query).hits.map(({ score }) => score);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
    }
  });

  it('explains the actions, the signals and how the tool is named', () => {
    const [hit] = engine.search('open a pull request', { explain: true }).hits;
    expect(hit?.explanation?.actions).toEqual({ request: ['create'], tool: ['create'] });
    expect(hit?.explanation?.signals?.action).toBe(1);
    const [named] = engine.search('create_pull_request', { explain: true }).hits;
    expect(named?.explanation?.naming).toBe('whole');
  });
});

describe('a score', () => {
  it('is at most 0.3 for one shared word of several', () => {
    for (const query of ['save to memory', 'pull the curtains', 'email weather balloons', 'city of angels'])
      for (const { score } of engine.search(query).hits) expect(score).toBeLessThan(0.3);
  });

  it('is at most 0.3 where most words are unknown', () => {
    for (const query of ['create zorvex quimble', 'frobnicate the wug issue'])
      for (const { score } of engine.search(query).hits) expect(score).toBeLessThan(0.3);
  });
});

describe('the words of a request', () => {
  const wordsOf = (query: string, isWord = (word: string) => vectors.knows(word)) => {
    const lexical = new LexicalIndex();
    lexical.add(0, new Map([['email', 1]]));
    const content = contentWords(splitWords(query));
    const terms = content.map(({ word, term }) => ({ word, term, weight: 1, via: 'word' as const }));
    return requestWords(lexical, content, terms, { apps: new Set(), verbs: new Set(), understood: 1, isWord });
  };

  it('are unknown where no tool has them, and strange only where they are no ordinary words either', () => {
    expect(wordsOf('email elephant zorvex quimble')).toMatchObject({ unknown: 0.75, strange: 0.5 });
  });

  it('are strange where no tool has them, without a vocabulary', () => {
    expect(wordsOf('email elephant zorvex quimble', () => false)).toMatchObject({ unknown: 0.75, strange: 0.75 });
  });
});

describe('a verb that has its meaning from the context', () => {
  const issues = engineWith(
    [
      tool('github/add_issue_comment', 'Add a comment to an existing issue'),
      tool('github/create_issue', 'Create a new issue in a GitHub repository'),
      tool('github/update_issue', 'Update an existing issue in a GitHub repository'),
      tool('github/create_or_update_file', 'Create or update a single file in a GitHub repository'),
      tool('github/list_issues', 'List issues in a GitHub repository with filtering options'),
    ],
    { vectors },
  );

  it.each(['file a bug', 'open a ticket'])('counts as the usual verb, however rare other verbs are: %s', (query) => {
    expect(issues.search(query).hits[0]?.tool.id).toBe('github/create_issue');
  });
});
