import { describe, expect, it } from 'vitest';
import { row } from '../report.ts';
import { compare, isFailure, toComparisonTable } from './compare.ts';
import { type RatioRule, ratiosOf } from './rules.ts';

const ROWS = [
  row('80/call', 'ms', 'foldout', 3, 'ms'),
  row('80/call', 'ms', 'bare', 2, 'ms'),
  row('80/call', 'build', 'bare', 6, 'ms'),
  row('80/list', 'tokens', 'lazy', 500, 'tokens'),
];
const TIME: RatioRule = {
  metric: 'ms',
  subject: 'foldout',
  over: { subject: 'bare' },
  better: 'lower',
  tolerance: 0.1,
};
const TOKENS: RatioRule = { metric: 'tokens', better: 'lower', tolerance: 0 };

describe('the ratios of a benchmark', () => {
  it('are values divided by a baseline of the same case, or values themselves', () => {
    expect(ratiosOf(ROWS, [TIME, TOKENS]).map(({ key, value }) => [key, value])).toEqual([
      ['80/call | ms | foldout/bare', 1.5],
      ['80/list | tokens | lazy', 500],
    ]);
  });

  it('can be divided by another metric', () => {
    const rule: RatioRule = { ...TIME, over: { metric: 'build', subject: 'bare' } };
    expect(ratiosOf(ROWS, [rule]).map(({ key, value }) => [key, value])).toEqual([
      ['80/call | ms/build | foldout/bare', 0.5],
    ]);
  });

  it('are selected by case and subject', () => {
    expect(ratiosOf(ROWS, [{ ...TIME, case: /list/ }])).toEqual([]);
    expect(ratiosOf(ROWS, [{ ...TOKENS, subject: /^(eager|lazy)$/ }])).toHaveLength(1);
  });
});

describe('comparing with stored ratios', () => {
  const verdict = (value: number, stored: number, rule: Partial<RatioRule> = {}) =>
    compare('b', [{ key: 'k', value, rule: { ...TIME, ...rule } }], { k: stored })[0]?.verdict;

  it('allows the tolerance in both directions', () => {
    expect([verdict(1.09, 1), verdict(0.91, 1), verdict(1.2, 1), verdict(0.8, 1)]).toEqual([
      'same',
      'same',
      'worse',
      'better',
    ]);
  });

  it('supports metrics where more is better', () => {
    expect([verdict(0.8, 1, { better: 'higher' }), verdict(1.2, 1, { better: 'higher' })]).toEqual(['worse', 'better']);
  });

  it('has no tolerance at zero', () => {
    expect([verdict(0, 0), verdict(1, 0)]).toEqual(['same', 'worse']);
  });

  it('counts a ratio that is not a number as worse', () => {
    expect(verdict(Number.NaN, 1)).toBe('worse');
  });

  it('reports new ratios, and fails on those that are no longer measured', () => {
    const comparisons = compare('b', [{ key: 'new', value: 1, rule: TIME }], { old: 2 });
    expect(comparisons.map((comparison) => [comparison.verdict, isFailure(comparison)])).toEqual([
      ['new', false],
      ['missing', true],
    ]);
  });

  it('prints before, now and change', () => {
    const comparisons = compare('b', [{ key: 'k', value: 1.5, rule: TIME }], { k: 1.2 });
    expect(toComparisonTable(comparisons).split('\n')).toEqual([
      'bench  case | metric | subject  before   now  change',
      'b      k                          1.20  1.50  +25.0%  worse',
    ]);
  });
});
