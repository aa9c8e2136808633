import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitWords } from './split-words.ts';

describe('splitting words', () => {
  const cases: Record<string, string[]> = {
    'createIssue create_issue create-issue': ['create', 'issue', 'create', 'issue', 'create', 'issue'],
    'getURL HTTPServer listAPIs parseJSONBody': [
      'get',
      'url',
      'http',
      'server',
      'list',
      'apis',
      'parse',
      'json',
      'body',
    ],
    "the user's files, don't": ['the', 'user', 'files', 'don'],
    "say 'hello world'": ['say', 'hello', 'world'],
    'sha256 ec2 base64Encode': ['sha256', 'sha', 'ec2', 'base64', 'base', 'encode'],
    'Búsqueda für Straße': ['busqueda', 'fur', 'strasse'],
    天气预报: ['天气', '气预', '预报'],
    カード払い: ['カー', 'ード', 'ド払', '払い'],
    '…🦄—': [],
  };
  for (const [text, words] of Object.entries(cases)) {
    it(`splits "${text}" into ${words.join(', ') || 'nothing'}`, () => {
      expect(splitWords(text)).toEqual(words);
    });
  }

  it('splits ASCII text the same way with and without other letters after it', () => {
    const plain = fc.stringMatching(/^[a-zA-Z0-9_ .,/-]{0,40}$/);
    fc.assert(
      fc.property(plain, (text) => {
        expect(splitWords(`${text} é`)).toEqual([...splitWords(text), 'e']);
      }),
    );
  });

  it('does not split the plural of an abbreviation, in ASCII text and beside other letters', () => {
    expect(splitWords('listAPIs')).toEqual(['list', 'apis']);
    expect(splitWords('listAPIs é')).toEqual(['list', 'apis', 'e']);
  });

  it('drops words that are too long', () => {
    expect(splitWords(`a ${'x'.repeat(50)} b`)).toEqual(['a', 'b']);
  });
});
