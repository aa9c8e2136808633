import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patternMatcher } from './pattern-matcher.ts';
import { patternQuery } from './pattern-query.ts';

const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\w', '(a|bb)', '(?:ab|c)', '\\.', '[a-c]', '^', '$');
const quantifier = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,}', '{0,2}', '*?');
const part = fc.tuple(atom, quantifier).map(([one, many]) => ('^$'.includes(one) ? one : one + many));
const pattern = fc.array(fc.array(part, { maxLength: 4 }), { minLength: 1, maxLength: 3 });

describe('patternMatcher', () => {
  it('matches what a regular expression matches', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'B', 'c', '.', '\n'), maxLength: 8 });
    fc.assert(
      fc.property(pattern, text, (parts, subject) => {
        const source = parts.map((sequence) => sequence.join('')).join('|');
        expect(patternMatcher(source)?.(subject), source).toBe(new RegExp(source, 'i').test(subject));
      }),
      { numRuns: 2_000 },
    );
  });

  it('needs linear time for a pattern that makes backtracking explode', () => {
    const matches = patternMatcher('^(a+)+$');
    expect(matches?.(`${'a'.repeat(50_000)}b`)).toBe(false);
    expect(matches?.('a'.repeat(50_000))).toBe(true);
  });

  it.each(['(?=a)', '(?<n>a)', '\\1', 'a{60}', '(a', 'a)', '[a', '*a', 'a**', '\\p{L}', '(((a{50}){50}){50}){50}'])(
    'refuses %s',
    (source) => {
      expect(patternMatcher(source)).toBeUndefined();
    },
  );
});

describe('patternQuery', () => {
  it.each([
    ['/issue.*comment/', 'Add_Issue_Comment', true],
    ['/^create_(issue|branch)$/i', 'create_branch', true],
    ['/^create_(issue|branch)$/', 'recreate_branch', false],
    ['create_*', 'create_issue', true],
    ['create_*', 'recreate_issue', false],
    ['github/*issue*', 'github/list_issues', true],
    ['a.c*', 'abcd', false],
  ])('%s and %s: %s', (query, name, expected) => {
    expect(patternQuery(query)?.matches(name)).toBe(expected);
  });

  it.each(['/etc/hosts', '/issues/', 'what is 2 * 3', '*', 'list files', 'is it done?'])(
    'takes %s for words',
    (query) => {
      expect(patternQuery(query)).toBeUndefined();
    },
  );
});
