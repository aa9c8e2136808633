import { describe, expect, it } from 'vitest';
import { Arguments } from './arguments.ts';

const OPTIONS = { sizes: { value: 'N,N', about: '' }, only: { value: 'NAME', about: '' }, write: { about: '' } };
const parse = (...argv: string[]) => new Arguments('engine', OPTIONS, argv);

describe('the arguments of a benchmark', () => {
  it('have defaults for the full and for the quick form', () => {
    const defaults = { full: [1, 2], quick: [1] };
    expect(parse().numbers('sizes', defaults)).toEqual([1, 2]);
    expect(parse('--quick').numbers('sizes', defaults)).toEqual([1]);
    expect(parse('--quick', '--sizes', '7,8').numbers('sizes', defaults)).toEqual([7, 8]);
  });

  it('refuse numbers that are not whole or not in the range', () => {
    for (const text of ['abc', '0', '-1', '1.5', '', '11']) {
      expect(() => parse(`--sizes=${text}`).number('sizes', { full: 1, quick: 1 }, 10)).toThrow(`not '${text}'`);
    }
  });

  it('refuse unknown names and list the known ones', () => {
    expect(parse('--only', 'a').names('only', ['a', 'b'])).toEqual(['a']);
    expect(parse().names('only', ['a', 'b'])).toEqual(['a', 'b']);
    expect(() => parse('--only', 'a,c').names('only', ['a', 'b'])).toThrow("does not know 'c'. It knows: a, b.");
  });

  it('refuse unknown options and positional arguments, and say how to get help', () => {
    expect(() => parse('--frob')).toThrow(/'--frob'.*npm run bench -- engine --help/);
    expect(() => parse('stray')).toThrow(/'stray'.*npm run bench -- engine --help/);
    expect(() => parse('--sizes')).toThrow(/--sizes/);
    expect(() => parse('--sizes', '-5')).toThrow(/^[^\n]+engine --help$/);
  });
});
