import { describe, expect, it } from 'vitest';
import { embed, toMarkdown, withHeadline } from './markdown.ts';

const row = (size: string, metric: string, subject: string, value: number) => ({
  case: size,
  metric,
  subject,
  value,
  unit: 'tokens',
});

describe('the table of strategies', () => {
  it('has a column per size and a line per strategy and figure', () => {
    const rows = [row('5', 'listed', 'lazy', 600), row('5000', 'listed', 'lazy', 1_600), row('5', 'task', 'lazy', 700)];
    expect(toMarkdown(rows).split('\n')).toEqual([
      '| tokens (`o200k_base`) | 5 commands | 5,000 commands |',
      '| --- | ---: | ---: |',
      '| `lazy`, listed | 600 | 1,600 |',
      '| `lazy`, find and call two | 700 |  |',
    ]);
  });

  it('replaces what is between the markers, and writing it twice changes nothing', () => {
    const page = 'a\n<!-- strategies:start -->\nold\n<!-- strategies:end -->\nb\n';
    const once = embed(page, '| t |');
    expect(once).toBe('a\n<!-- strategies:start -->\n\n| t |\n\n<!-- strategies:end -->\nb\n');
    expect(embed(once ?? '', '| t |')).toBe(once);
  });

  it('has the figures of the largest size in the opening sentence', () => {
    const rows = [
      row('5', 'listed', 'lazy', 6),
      row('80', 'listed', 'individual', 9_999),
      row('80', 'listed', 'lazy', 7),
    ];
    const page = 'With 5,000 commands that is 1 tokens;\nbehind Foldout it is 2, all included.';
    expect(withHeadline(page, rows)).toBe(
      'With 80 commands that is 9,999 tokens;\nbehind Foldout it is 7, all included.',
    );
  });

  it('leaves a page without markers alone', () => {
    expect(embed('no markers', '| t |')).toBeUndefined();
  });
});
